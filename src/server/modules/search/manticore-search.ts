/** Feeds the search servers of `SEARCH_URL`, in the job process. */
import type { Config } from '../../config/environment.ts'
import type { ClusterSettings } from '../../config/search-url.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Running, runInOneProcess } from '../../platform/database/one-process.ts'
import type { Logger } from '../../platform/log.ts'
import { createCatalog } from '../catalog/service.ts'
import type { Settings } from '../settings/service.ts'
import { searchTreeOf } from './catalog-index.ts'
import type { SearchTree } from './engine.ts'
import { startFeed } from './feed/feed.ts'

/** The session of the job process that feeds holds it. */
const feedLock = 4_802_113

/** Feeds the search servers, if another job process does not. Returns null without any. */
export function feedSearchServers(
  { searchCluster }: Pick<Config, 'searchCluster'>,
  { database, connectionString }: { database: Database; connectionString: string },
  settings: Settings,
  log: Logger,
): Running | null {
  if (!searchCluster) return null
  const start = async () => {
    const tree = searchTreeOf(await createCatalog(database, settings))
    return startManticoreFeeds({ database, cluster: searchCluster, tree: () => tree(), log })
  }
  return runInOneProcess({
    connectionString,
    lock: feedLock,
    name: 'The feed of the search servers',
    start,
    log,
  })
}

/** Fresh searches wait for the feed. */
const pollMs = 250

type Options = {
  database: Database
  cluster: ClusterSettings
  tree: () => SearchTree
  log: Parameters<typeof startFeed>[0]['log']
}

/** Feeds each server on its own: one that is away catches up later, and does not hold up the others. */
export async function startManticoreFeeds({ database, cluster, tree, log }: Options): Promise<Running> {
  const { openManticoreWriters } = await import('./engines/manticore/open-manticore.ts')
  const writers = openManticoreWriters(cluster, tree)
  const feeds = writers.map(({ name, writer }) => {
    const named = (level: 'info' | 'warn') => (details: object, message: string) =>
      log[level]({ searchServer: name, ...details }, message)
    const ownLog = { info: named('info'), warn: named('warn') }
    return startFeed({ database, writer, log: ownLog, pollMs, isRemote: true })
  })
  return {
    async stop() {
      await Promise.all(feeds.map((feed) => feed.stop()))
      await Promise.all(writers.map(({ close }) => close()))
    },
  }
}
