/**
 * The journey fixtures for all tests on the site with accounts. Most start signed in, with a session that the form did not
 * start (`accounts.test.ts` tests it). Tests with other fixtures of workers run in other workers, which start their own sites.
 */
import type { BrowserContext } from '@playwright/test'
import { type Database, openDatabase } from '../../../src/server/platform/database/database.ts'
import { createUser, insertSession, type PersonOptions, type TestUser } from '../data/accounts.ts'
import { silentLog } from '../site/silent-log.ts'
import { test as journey } from './journey.ts'

type TestFixtures = {
  /** Creates a person and signs them in, in the test's browser unless another one is passed. */
  signIn: (options?: PersonOptions, browser?: BrowserContext) => Promise<TestUser>
}
type WorkerFixtures = {
  /** The database of the site with accounts, for test data. */
  database: Database
}

export const test = journey.extend<TestFixtures, WorkerFixtures>({
  baseURL: async ({ accountSite }, use) => use(accountSite.url),

  database: [
    async ({ accountSite: { databaseUrl } }, use) => {
      const database = openDatabase({
        connectionString: databaseUrl,
        timeZone: 'UTC',
        log: silentLog,
        connections: 2,
        // Test data, not a request: a busy machine may take longer than the site allows.
        statementTimeoutMs: 60_000,
      })
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],

  signIn: async ({ context, database, accountSite: { url } }, use) => {
    await use(async (options, browser = context) => {
      const person = await createUser(database, options)
      const session = await insertSession(database, person.email)
      await browser.addCookies([{ ...session, url, httpOnly: true, sameSite: 'Lax' }])
      return person
    })
  },
})
