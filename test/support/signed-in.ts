/** Journeys of people who are signed in already, on the site with accounts: how one gets in is told elsewhere. */
import type { BrowserContext } from '@playwright/test'
import { type Database, openDatabase } from '../../src/server/platform/database/database.ts'
import { createPerson, goodPassword, type Person, type PersonOptions } from './accounts.ts'
import { test as journey } from './journey.ts'
import { silentLog } from './silent-log.ts'

type OfTest = {
  /** Makes somebody and signs them in, in the browser of the test unless another one is given. */
  signIn: (given?: PersonOptions, browser?: BrowserContext) => Promise<Person>
}
type OfWorker = {
  /** Of the site with accounts, to put into it what a journey starts from. */
  database: Database
}

export const test = journey.extend<OfTest, OfWorker>({
  baseURL: async ({ accountSite }, use) => use(accountSite.url),

  database: [
    async ({ accountSite: { databaseUrl } }, use) => {
      const database = openDatabase({
        connectionString: databaseUrl,
        timeZone: 'UTC',
        log: silentLog,
        connections: 2,
      })
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],

  signIn: async ({ context, database, accountSite: { url } }, use) => {
    await use(async (given, browser = context) => {
      const person = await createPerson(database, given)
      const answer = await browser.request.post(`${url}/api/auth/sign-in/email`, {
        data: { email: person.email, password: goodPassword },
        headers: { origin: url },
      })
      if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`)
      return person
    })
  },
})
