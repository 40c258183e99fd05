import { loadCatalog } from '../server/modules/catalog/load-catalog.ts'
import { clearDemo, loadDemo } from '../server/modules/demo/load-demo.ts'
import { requestRebuild } from '../server/modules/search/feed/change-list.ts'
import { raiseCatalogRevision } from '../server/modules/settings/service.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { formatCount } from '../shared/format.ts'
import type { DatabaseCommand } from './command.ts'

export const migrateCommand: DatabaseCommand = {
  usage: 'update the database to this version of Corkboard, or create the tables of a new one',
  anyVersion: true,
  async run(database) {
    const ran = await migrate(database)
    if (await loadCatalog(database)) await raiseCatalogRevision(database.kysely)
    return ran.length === 0 ? 'The database is up to date.' : `Updated the database: ${ran.join(', ')}.`
  },
}

export const demoLoad: DatabaseCommand = {
  usage: 'add the demo ads that do not exist yet',
  async run(database) {
    const added = await loadDemo(database)
    return added === 0 ? 'All demo ads already exist.' : `Added ${formatCount(added, 'demo ad', 'demo ads')}.`
  },
}

export const demoClear: DatabaseCommand = {
  usage: 'delete the demo ads and nothing else',
  async run(database) {
    const removed = await clearDemo(database)
    return removed === 0
      ? 'There are no demo ads.'
      : `Deleted ${formatCount(removed, 'demo ad', 'demo ads')}.`
  },
}

export const reindexCommand: DatabaseCommand = {
  usage: 'build the search index of every server again while the site is online',
  async run(database) {
    await requestRebuild(database)
    return 'Every search index is built again from now on, or when its server starts. Until it is complete, searches use the one before. The log says “Built the search index.” when it is.'
  },
}
