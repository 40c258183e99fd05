import { inject, onTestFinished } from 'vitest'
import { appRole } from '../../../src/server/platform/database/app-role.ts'
import { migrate } from '../../../src/server/platform/database/migrate.ts'
import { connectTo, createDatabase } from './app.ts'
import { administer } from './databases.ts'

const password = 'of-the-tests'

/** Returns a database with all migrations as its owner and as the role that serves the site. */
export async function createWithAppRole() {
  // The embedded server has the role already.
  await administer(
    inject('databaseServer'),
    `do $$ begin create role ${appRole} bypassrls; exception when duplicate_object then null; end $$`,
  )
  await administer(inject('databaseServer'), `alter role ${appRole} login password '${password}'`)
  const { database: owner, address } = await createDatabase()
  await migrate(owner)
  const url = new URL(address)
  url.username = appRole
  url.password = password
  const app = connectTo(url.href)
  onTestFinished(() => app.close())
  return { owner, app }
}
