import type { Config } from './config/environment.ts'
import { createCatalog } from './modules/catalog/service.ts'
import { createSearchTree } from './modules/search/catalog-index.ts'
import { leadFeeds, startManticoreFeeds } from './modules/search/manticore-search.ts'
import type { Logger } from './platform/log.ts'
import type { DatabaseConnection } from './start-database.ts'

/** Feeds the search servers of `SEARCH_URL`, if another job process does not. Returns null without any. */
export function feedSearchServers(
  { searchCluster }: Pick<Config, 'searchCluster'>,
  { database, connectionString }: Pick<DatabaseConnection, 'database' | 'connectionString'>,
  log: Logger,
): { stop: () => Promise<void> } | null {
  if (!searchCluster) return null
  return leadFeeds(connectionString, async () => {
    const tree = createSearchTree(await createCatalog(database))
    return startManticoreFeeds({ database, settings: searchCluster, tree, log })
  })
}
