import { rebuildIndex } from '../server/modules/search/store/build.ts'
import type { Database } from '../server/platform/database/database.ts'
import { formatCount } from '../shared/format.ts'
import type { DatabaseCommand } from './command.ts'
import { requireMigrated } from './require-migrated.ts'

export const reindexCommand: DatabaseCommand = {
  usage: 'build the search index again while the site is online, or continue an interrupted run',
  run: (database) => reindex(database, false),
}

export const restartedReindexCommand: DatabaseCommand = {
  usage: 'the same, without what an interrupted run has built',
  run: (database) => reindex(database, true),
}

async function reindex(database: Database, restart: boolean): Promise<string> {
  await requireMigrated(database)
  const start = performance.now()
  const onProgress = (listings: number) => {
    process.stderr.write(`${formatCount(listings, 'ad', 'ads')} indexed\n`)
  }
  const listings = await rebuildIndex(database, { restart, onProgress })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  return `The search index contains ${formatCount(listings, 'ad', 'ads')}. This took ${seconds} seconds.`
}
