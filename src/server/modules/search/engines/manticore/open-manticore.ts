/** The engine on Manticore Search, or Sphinx: for sites that outgrow one machine. Visitors' texts reach it as tokens and numbers only. */

import type { ClusterSettings } from '../../../../config/search-url.ts'
import type { EngineWriter, SearchEngine, SearchTree, WordCount } from '../../engine.ts'
import { findByDay } from './calendar.ts'
import { createCluster, type MissesChanges } from './cluster.ts'
import { createTokenCounts } from './counts.ts'
import { createHost } from './host.ts'
import { runQuery } from './search.ts'
import { wordTable } from './tables.ts'
import { tokenOf } from './terms.ts'
import { createTree } from './tree.ts'
import { createWriter } from './writer.ts'

const maxWords = 100_000
/** On a site with as many listings, words of a single one are left out. */
const manyListings = 1_000

/** `missesChanges` is null if calls need not wait for changes. */
export function openManticoreEngine(
  { hosts, shards }: ClusterSettings,
  searchTree: SearchTree,
  missesChanges: MissesChanges | null,
): SearchEngine {
  const cluster = createCluster(hosts.map(createHost), shards, missesChanges)
  const engine = { cluster, tree: createTree(searchTree), counts: createTokenCounts(cluster) }
  return {
    search: (query, { fresh }) => runQuery(engine, query, fresh),
    calendar: (query, { fresh }) => findByDay(engine, query, fresh),
    async countTerms(terms, { fresh }) {
      const counts = await engine.counts.of(terms.map(tokenOf), fresh)
      return terms.map((term) => counts.get(tokenOf(term)) ?? 0)
    },
    async words({ fresh }) {
      const listings = (await engine.counts.of([], fresh)).get('') ?? 0
      const least = listings < manyListings ? 1 : 2
      const shardRows = await cluster.query(
        (generation, shard) => [
          `SELECT word, listings FROM ${wordTable(generation, shard)} ORDER BY listings DESC LIMIT ${maxWords} OPTION max_matches=${maxWords}`,
        ],
        fresh,
      )
      const counts = new Map<string, number>()
      for (const [word, count] of shardRows.flatMap(([rows = []]) => rows))
        if (word) counts.set(word, (counts.get(word) ?? 0) + Number(count))
      return mostCommon([...counts].filter(([, count]) => count >= least))
    },
    close: async () => {
      await cluster.close()
    },
  }
}

const mostCommon = (counts: WordCount[]): WordCount[] =>
  counts.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, maxWords)

/** Returns a writer for each server: each has its own feed. */
export function openManticoreWriters(
  { hosts, shards }: ClusterSettings,
  searchTree: SearchTree,
): { name: string; writer: EngineWriter; close: () => Promise<void> }[] {
  const tree = createTree(searchTree)
  return hosts.map((settings) => {
    const host = createHost(settings)
    return { name: host.name, writer: createWriter(host, shards, tree), close: () => host.close() }
  })
}

/** Returns the position of each server's index, or why it cannot be read. */
export async function readIndexes(
  settings: ClusterSettings,
): Promise<{ name: string; position: string | null; error: unknown }[]> {
  const writers = openManticoreWriters(settings, { topics: [], places: [] })
  return Promise.all(
    writers.map(async ({ name, writer, close }) => {
      const [result] = await Promise.allSettled([writer.position()])
      await close()
      return result.status === 'fulfilled'
        ? { name, position: result.value, error: null }
        : { name, position: null, error: result.reason }
    }),
  )
}
