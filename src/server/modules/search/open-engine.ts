/** Chooses the search engine of the settings, and opens it. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { Config } from '../../config/environment.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/log.ts'
import { createCatalog } from '../catalog/service.ts'
import type { Settings } from '../settings/service.ts'
import { searchTreeOf } from './catalog-index.ts'
import type { SearchEngine } from './engine.ts'
import { createEmbeddedEngine } from './engines/embedded/engine.ts'
import { openIndex } from './engines/embedded/open-index.ts'
import { connectToSearch } from './engines/embedded/process/client.ts'
import type { EmbeddedIndex } from './engines/embedded/segment.ts'
import { createCommittedChanges } from './feed/change-list.ts'
import { startFeed } from './feed/feed.ts'
import {
  addReachableMetric,
  addStatusMetrics,
  createMeasure,
  type IndexStatus,
  measureEngine,
} from './metrics.ts'

type Options = {
  config: Pick<Config, 'dataDir' | 'searchSocket' | 'searchCluster' | 'replica'>
  database: Database
  /** Null in a test: the engine keeps the catalog as it is. */
  settings?: Settings
  registry: Registry
  log: Logger
}

export type OpenedEngine = {
  engine: SearchEngine
  /** Resolves when the engine responds: it has an index, or says that it is being built. Also if that takes too long. */
  started: Promise<unknown>
}

/** A search process that takes longer has a problem, and the site works without it. */
const maxStartMs = 30_000

/** Opens the engine for a process that serves requests. */
export async function openEngine(options: Options): Promise<OpenedEngine> {
  const { searchSocket, searchCluster } = options.config
  if (searchCluster) {
    const { database, settings, registry } = options
    const tree = searchTreeOf(await createCatalog(database, settings))
    const { openManticoreEngine } = await import('./engines/manticore/open-manticore.ts')
    const engine = openManticoreEngine(searchCluster, () => tree(), createCommittedChanges(database))
    addReachableMetric(engine.isReady, registry)
    return { engine: measureEngine(engine, createMeasure(registry)), started: Promise.resolve() }
  }
  if (searchSocket === null) {
    const { engine, status } = await openEmbedded(options)
    addReachableMetric(() => status().isComplete, options.registry)
    return { engine, started: Promise.resolve() }
  }
  const client = connectToSearch(searchSocket)
  addReachableMetric(client.isConnected, options.registry)
  return { engine: client, started: client.untilConnected(maxStartMs) }
}

/** An index of a small site is built in this time. A larger one says that it is being built. */
const maxFirstBuildMs = 10_000
/** The database may refuse connections at once. */
const retryMs = 500

/** Opens the index in this process. If it has to be built, and that takes long, it goes on in the background. */
export async function openEmbedded({ config, database, settings, registry, log }: Options) {
  const tree = searchTreeOf(await createCatalog(database, settings))
  const index = await openIndex({ folder: join(config.dataDir, 'search'), log })
  const feed = startFeed({ database, writer: index.writer, log })
  const engine = createEmbeddedEngine({
    tree: () => tree(),
    index: index.current,
    refresh: feed.refresh,
    hasReplica: config.replica !== null,
    async close() {
      await feed.stop()
      await index.close()
    },
  })
  const end = performance.now() + maxFirstBuildMs
  do await feed.refresh().catch(() => delay(retryMs))
  while (!index.current() && performance.now() < end)
  const status = () => statusOf(index.current(), feed.behind())
  addStatusMetrics(status, registry)
  const measure = createMeasure(registry)
  return {
    engine: measureEngine(engine, measure),
    untilFresh: measure('untilFresh', engine.untilFresh),
    status,
    /** Leaves the files of the index to the process that replaces this one. */
    release: index.release,
  }
}

const statusOf = (index: EmbeddedIndex | null, behind: number): IndexStatus => ({
  isComplete: index !== null,
  listings: index?.listings ?? 0,
  segments: index?.segments.length ?? 0,
  bytes: index?.segments.reduce((sum, { buffer }) => sum + buffer.byteLength, 0) ?? 0,
  behind,
})
