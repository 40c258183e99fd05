import { loadCatalog } from '../server/modules/catalog/load-catalog.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import type { DatabaseCommand } from './command.ts'

export const migrateCommand: DatabaseCommand = {
  usage: 'update the database to this version of Corkboard, or create the tables of a new one',
  async run(database) {
    const ran = await migrate(database)
    await loadCatalog(database)
    return ran.length === 0 ? 'The database is up to date.' : `Updated the database: ${ran.join(', ')}.`
  },
}
