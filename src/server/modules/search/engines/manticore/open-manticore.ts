/** The engine on Manticore Search, or Sphinx: for sites that outgrow one machine. Visitors' texts reach it as tokens and numbers only. */
import { LRUCache } from 'lru-cache'
import type { ClusterSettings } from '../../../../config/search-url.ts'
import type { EngineWriter, ReadOptions, SearchEngine, SearchTree } from '../../engine.ts'
import { onChangeOf } from '../matching.ts'
import { type CommittedChanges, createCluster, type Engine } from './cluster.ts'
import { countTokens, readWords } from './counts.ts'
import { createHost } from './host.ts'
import { findByDay } from './page.ts'
import { runQuery } from './search.ts'
import { tokenOf } from './tables.ts'
import { createTree } from './tree.ts'
import { createWriter } from './writer.ts'

/** Within this time, the number of listings with a word changes little. */
const countsMs = 60_000
const maxCounts = 20_000

/** `changes` is null if calls need not wait for changes. `isReady` returns whether the whole index can be searched. */
export function openManticoreEngine(
  { hosts, shards }: ClusterSettings,
  searchTree: () => SearchTree,
  changes: CommittedChanges | null,
): SearchEngine & { isReady: () => boolean } {
  const cluster = createCluster(hosts.map(createHost), shards, changes)
  const tree = onChangeOf(searchTree, createTree)
  const knownCounts = new LRUCache<string, number>({ max: maxCounts, ttl: countsMs })
  const reading = ({ fresh }: ReadOptions): Engine => ({
    query: cluster.query(fresh),
    shards,
    tree: tree(),
    knownCounts,
    fresh,
  })
  return {
    search: (query, options) => runQuery(reading(options), query),
    calendar: (query, options) => findByDay(reading(options), query),
    async countTerms(terms, options) {
      const tokens = terms.map(tokenOf)
      return tokens.map(await countTokens(reading(options), tokens))
    },
    words: (options) => readWords(reading(options)),
    isReady: cluster.isReady,
    close: cluster.close,
  }
}

/** Returns a writer for each server: each has its own feed. */
export function openManticoreWriters(
  { hosts, shards }: ClusterSettings,
  searchTree: () => SearchTree,
): { name: string; writer: EngineWriter; close: () => Promise<void> }[] {
  const tree = onChangeOf(searchTree, createTree)
  return hosts.map((settings) => {
    const host = createHost(settings)
    return { name: host.name, writer: createWriter(host, shards, tree), close: () => host.close() }
  })
}

/** Returns the position of each server's index, or why it cannot be read. */
export async function readIndexes(
  settings: ClusterSettings,
): Promise<{ name: string; position: string | null; error: unknown }[]> {
  const writers = openManticoreWriters(settings, () => ({ topics: [], places: [] }))
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
