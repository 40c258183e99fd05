/** Feeds the search servers of `SEARCH_URL`, in the job process. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../../config/environment.ts'
import type { ClusterSettings } from '../../config/search-url.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/log.ts'
import { createCatalog } from '../catalog/service.ts'
import { createSearchTree } from './catalog-index.ts'
import type { SearchTree } from './engine.ts'
import { startFeed } from './feed/feed.ts'

type Feeds = { stop: () => Promise<void> }

/** Feeds the search servers, if another job process does not. Returns null without any. */
export function feedSearchServers(
  { searchCluster }: Pick<Config, 'searchCluster'>,
  { database, connectionString }: { database: Database; connectionString: string },
  log: Logger,
): Feeds | null {
  if (!searchCluster) return null
  return leadFeeds(connectionString, async () => {
    const tree = createSearchTree(await createCatalog(database))
    return startManticoreFeeds({ database, settings: searchCluster, tree, log })
  })
}

/** Fresh searches wait for the feed. */
const pollMs = 250

type Options = {
  database: Database
  settings: ClusterSettings
  tree: SearchTree
  log: Parameters<typeof startFeed>[0]['log']
}

/** Feeds each server on its own: one that is away catches up later, and does not hold up the others. */
export async function startManticoreFeeds({ database, settings, tree, log }: Options): Promise<Feeds> {
  const { openManticoreWriters } = await import('./engines/manticore/open-manticore.ts')
  const writers = openManticoreWriters(settings, tree)
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

/** The session of the job process that feeds holds it. */
const feedLock = 4_802_113
const retryMs = 5_000

/** Runs the feeds in one of the job processes of a site: another one takes over when its connection to the database ends. */
export function leadFeeds(connectionString: string, start: () => Promise<Feeds>): Feeds {
  const stopping = new AbortController()
  const { signal } = stopping

  async function lead() {
    const client = new pg.Client({ connectionString })
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    try {
      await client.connect()
      const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [feedLock])
      if (!rows[0]?.locked) return
      const feeds = await start()
      await ended
      await feeds.stop()
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function leadUntilStopped() {
    while (!signal.aborted) {
      // The database is away: another process may lead when it is back.
      await lead().catch(() => {})
      await delay(retryMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const leading = leadUntilStopped()
  return {
    async stop() {
      stopping.abort()
      await leading
    },
  }
}
