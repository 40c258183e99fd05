/** The base of all browser tests: a browser whose console errors fail the test, and the sites to visit. */
// What the tests compare with is written as the site writes it.
import '../../../src/server/platform/language/reader-language.ts'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import {
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { freePort } from '../../../src/server/platform/free-port.ts'
import { type Api, createApi, fetchTransport } from '../../../src/shared/api-client.ts'
import { type BreakableProxy, openBreakableProxy } from '../site/breakable-proxy.ts'
import { administer, databaseAt } from '../site/databases.ts'
import { type MailServer, startMailServer } from '../site/mail-server.ts'
import { memoryFolder } from '../site/memory-folder.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../site/openid-provider.ts'
import { startSite } from '../site/site.ts'
import { siteSecret } from '../site/site-secret.ts'

type TestFixtures = {
  /** Allows a console message that the test provokes. */
  allowConsole: (expected: RegExp) => void
  /** Allows this status for pages and API calls, but not for files. */
  allowStatus: (status: number) => void
  /** The API of the site under test, to look up what a screen should show. */
  api: Api
  /** The connection between `cuttableSite` and its database; restored after each test. */
  databaseLink: BreakableProxy
}
/** A site with its own mail server and two identity providers: Google and the town hall. */
type AccountSite = { url: string; databaseUrl: string; mail: MailServer; provider: OpenIdProvider }
type WorkerFixtures = {
  accountSite: AccountSite
  /** A site without listings. */
  emptySite: string
  /** Another demo site, whose connection to the database can be cut. */
  cuttableSite: { url: string; link: BreakableProxy }
}

/** Returns a new DATA_DIR with the name of the photo folder, which servers on one database must share. */
async function copyOfSharedFiles(): Promise<string> {
  const folder = await mkdtemp(join(await memoryFolder(), 'corkboard-e2e-'))
  await copyFile(join(process.env.E2E_FOLDER ?? '', 'folder-id'), join(folder, 'folder-id'))
  return folder
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
  baseURL: async ({}, use) => use(process.env.E2E_SITE),

  allowConsole: [
    async ({ context, baseURL }, use) => {
      const problems: string[] = []
      const allowed: RegExp[] = []
      context.on('console', (message) => problems.push(...problemsIn(message)))
      context.on('weberror', (error) => problems.push(`page error: ${error.error().stack}`))
      context.on('request', (request) => problems.push(...problemsWith(request, baseURL ?? '')))
      await use((expected) => allowed.push(expected))
      const unexpected = problems.filter((text) => !allowed.some((expected) => expected.test(text)))
      expect(unexpected, 'console messages, page errors and requests to other hosts').toEqual([])
    },
    { auto: true },
  ],

  allowStatus: async ({ allowConsole }, use) => {
    await use((status) => allowConsole(RegExp(`status of ${status} .*//[^/]+/(?!assets/|demo-pictures/)`)))
  },

  api: async ({ baseURL }, use) => {
    await use(createApi(fetchTransport((path, options) => fetch(new URL(String(path), baseURL), options))))
  },

  emptySite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const server = process.env.E2E_DATABASE ?? ''
      const name = `empty_${randomBytes(4).toString('hex')}`
      await administer(server, `create database ${name}`)
      const site = await startSite({ databaseUrl: databaseAt(server, name), demo: false })
      await use(site.url)
      await site.stop()
      await administer(server, `drop database ${name} with (force)`)
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  cuttableSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const database = new URL(process.env.E2E_DATABASE ?? '')
      const link = await openBreakableProxy({ host: database.hostname, port: Number(database.port) })
      database.port = String(link.port)
      const site = await startSite({
        databaseUrl: database.href,
        folder: await copyOfSharedFiles(),
        settings: { SECRET: siteSecret },
      })
      await use({ url: site.url, link })
      await site.stop()
      await link.cut()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  accountSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures here
    async ({}, use) => {
      const server = process.env.E2E_DATABASE ?? ''
      const name = `accounts_${randomBytes(4).toString('hex')}`
      await administer(server, `create database ${name}`)
      const port = await freePort()
      const mail = await startMailServer()
      const provider = await startOpenIdProvider(`http://localhost:${port}`)
      const { clientId, clientSecret, issuer } = provider
      const databaseUrl = databaseAt(server, name)
      const site = await startSite({
        databaseUrl,
        smtpUrl: mail.url,
        port,
        settings: {
          SECRET: siteSecret,
          GOOGLE_CLIENT_ID: clientId,
          GOOGLE_CLIENT_SECRET: clientSecret,
          GOOGLE_ISSUER: issuer,
          OIDC_CLIENT_ID: clientId,
          OIDC_CLIENT_SECRET: clientSecret,
          OIDC_ISSUER: issuer,
          OIDC_NAME: 'Town Hall',
        },
      })
      await use({ url: site.url, databaseUrl, mail, provider })
      await site.stop()
      await provider.stop()
      await mail.close()
      await administer(server, `drop database ${name} with (force)`)
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  databaseLink: async ({ cuttableSite: { url, link } }, use) => {
    // A site whose breaker has opened refuses requests until it has reached the database again.
    const restore = async () => {
      await link.restore()
      await expect.poll(async () => (await fetch(new URL('/readyz', url))).status).toBe(200)
    }
    await use({ ...link, restore })
    await restore()
  },
})

const notOurs = [
  // Playwright logs this in the page, because most tests block service workers.
  /^Service Worker registration blocked by Playwright$/,
  // Without a graphics card, the software renderer of maps comments on its own speed.
  /GL Driver Message/,
]

function problemsIn(message: ConsoleMessage): string[] {
  if (!['error', 'warning'].includes(message.type())) return []
  if (notOurs.some((text) => text.test(message.text()))) return []
  return [`console ${message.type()}: ${message.text()} (${message.location().url})`]
}

function problemsWith(request: Request, site: string): string[] {
  const { protocol, origin } = new URL(request.url())
  const isExternal = /^(https?|wss?):$/.test(protocol) && origin !== new URL(site).origin
  return isExternal ? [`request to another host: ${request.url()}`] : []
}

/** Opens a page and waits until it is hydrated. */
export async function visit(page: Page, path: string) {
  const response = await page.goto(path)
  await hydrated(page)
  return response
}

/** Returns the field of the search for ads in a part of a page. The first focus makes it a combobox. */
export function searchFieldIn(part: Locator): Locator {
  const name = 'Search services and events'
  return part.getByRole('searchbox', { name }).or(part.getByRole('combobox', { name }))
}

/** Opens another page first, so that the font is in the browser's cache: a page whose font is late does without it. */
export async function visitWithFont(page: Page, path: string) {
  await visit(page, '/about')
  await page.evaluate(() => document.fonts.ready)
  await visit(page, path)
}

/** Holds back the code of pages, as a slow connection does, but not the script of the document. Returns what releases it. */
export async function holdCode(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!entry-boot).*\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** Waits until React has hydrated the page. It marks the elements, which no page shows visibly. */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
  })
}
