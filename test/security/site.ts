/** The running server as in production, with its own database and mail server, for attacks from outside. */
import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import type { Database } from '../../src/server/platform/database/database.ts'
import { createDatabase } from '../support/site/app.ts'
import { type MailServer, startMailServer } from '../support/site/mail-server.ts'
import { startSite } from '../support/site/site.ts'
import { type Browser, type BrowserOptions, createBrowser, publicUrl } from './browser.ts'

/** High enough that only tests of the limits reach one. */
const highRateLimit = '100000'

export type ProductionSite = {
  port: number
  /** Its DATA_DIR. */
  folder: string
  /** A connection to the site's database, to prepare rows and to check what changed. */
  database: Database
  mail: MailServer
  /** Its SECRET. */
  secret: string
  /** Everything that the server has written to its standard output and standard error. */
  log: () => string
  /** Opens a browser without cookies. */
  open: (options?: BrowserOptions) => Browser
}

/**
 * Starts a server and stops it after the test file. Call it at the top level of a file: the tests of the file share the
 * site. `settings` are environment variables. Tests of the limits set RATE_LIMIT; otherwise no test reaches one.
 */
export async function startProductionSite(settings: Record<string, string> = {}): Promise<ProductionSite> {
  const { database, address } = await createDatabase()
  const mail = await startMailServer()
  afterAll(mail.close)
  const secret = randomBytes(32).toString('base64url')
  let log = ''
  const site = await startSite({
    databaseUrl: address,
    demo: false,
    smtpUrl: mail.url,
    onOutput: (text) => {
      log += text
    },
    settings: {
      NODE_ENV: 'production',
      // Vitest sets this variable, and the server refuses to start with it.
      TEST: '',
      PUBLIC_URL: publicUrl,
      SECRET: secret,
      RATE_LIMIT: highRateLimit,
      LOG_LEVEL: 'info',
      ...settings,
    },
  })
  afterAll(site.stop)
  const port = Number(new URL(site.url).port)
  return {
    port,
    folder: site.folder,
    database,
    mail,
    secret,
    log: () => log,
    open: (options) => createBrowser(port, options),
  }
}
