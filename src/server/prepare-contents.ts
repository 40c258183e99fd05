/** What the database of a site must contain before the site serves. */
import type { Config } from './config/environment.ts'
import { loadCatalog } from './modules/catalog/load-catalog.ts'
import { loadDemo } from './modules/demo/load-demo.ts'
import { raiseCatalogRevision } from './modules/settings/service.ts'
import type { Database } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { baseline } from './platform/database/migration-files.ts'
import type { Logger } from './platform/log.ts'

/** Migrates the database and loads the catalog, and the demo listings into a new database. */
export async function prepareContents(database: Database, { demo }: Pick<Config, 'demo'>, log: Logger) {
  const migrations = await migrate(database)
  if (migrations.length > 0) log.info({ migrations }, 'Migrated the database.')
  if (await loadCatalog(database)) {
    await raiseCatalogRevision(database.kysely)
    log.info('Loaded the categories and places.')
  }
  if (migrations.includes(baseline) && demo)
    log.info({ listings: await loadDemo(database) }, 'Loaded the demo listings.')
}
