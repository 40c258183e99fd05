import type { Database } from '../server/platform/database/database.ts'
import { isMigrated } from '../server/platform/database/migrate.ts'
import { requireSite } from '../server/start-database.ts'

export async function requireMigrated(database: Database) {
  await requireSite(database)
  if (!(await isMigrated(database))) {
    throw new Error('The database is not up to date. Run `corkboard migrate`, or start the server once.')
  }
}
