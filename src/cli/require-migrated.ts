import type { Database } from '../server/platform/database/database.ts'
import { isMigrated } from '../server/platform/database/migrate.ts'

export async function requireMigrated(database: Database) {
  if (!(await isMigrated(database))) {
    throw new Error(
      'The database is not up to date. Run `npm run corkboard -- migrate`, or start the server once.',
    )
  }
}
