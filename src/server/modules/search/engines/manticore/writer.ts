/**
 * Writes one server. Each server has its own feed and its own position, which is stored on it, after the documents that it covers:
 * so one that was away catches up, and one whose disk was lost builds its index again, while the others serve.
 */
import { escape as quote } from 'mysql2'
import type { DocumentChange, EngineWriter, SearchDocument } from '../../engine.ts'
import type { Host } from './host.ts'
import {
  deleteState,
  documentId,
  type Generation,
  hashOf,
  type Row,
  readStates,
  replaceListings,
  rowOf,
  saveState,
  shardOf,
  tablesOf,
  wordsOf,
} from './tables.ts'
import type { Tree } from './tree.ts'

/** Of the documents of a statement. A server accepts statements of 32 MB, which is about ten times as much. */
const maxTextLength = 500_000
const maxWords = 5_000

export function createWriter(host: Host, shards: number, tree: Tree): EngineWriter {
  return {
    position: async () => (await readStates(host, shards)).current?.position ?? null,
    async apply(changes, position) {
      const { current } = await readStates(host, shards)
      if (!current) throw new Error(`The search server ${host.name} has no index.`)
      await write(current.generation, changes)
      await host.write(saveState(host, shards, 'current', { ...current, position }))
    },
    rebuild: async (restart = false) => {
      const { current, next } = await readStates(host, shards)
      // One that was interrupted while it replaced the current index is that index.
      const isContinued = !restart && next !== null && next.generation !== current?.generation
      const generation = isContinued ? next.generation : otherThan(current?.generation ?? 'b')
      const build = isContinued ? next.build : String(Date.now())
      if (!isContinued) {
        // First: what is emptied must not be continued after a crash.
        await host.write(deleteState('next'))
        await empty(generation)
      }
      return {
        position: async () => (isContinued ? next.position : null),
        async add(documents, position) {
          await write(
            generation,
            documents.map((document) => ({ id: document.id, document })),
          )
          await host.write(saveState(host, shards, 'next', { generation, build, position }))
        },
        async finish(position) {
          await host.write(saveState(host, shards, 'current', { generation, build, position }))
          await host.write(deleteState('next'))
          await empty(otherThan(generation))
        },
      }
    },
  }

  /** Writes the last change of each document to the shards of the server, at the same time. */
  async function write(generation: Generation, changes: readonly DocumentChange[]): Promise<void> {
    const last = [...new Map(changes.map((change) => [change.id, change])).values()]
    const byShard = Map.groupBy(last, ({ id }) => shardOf(id, shards))
    await Promise.all(
      host.shards.map(async (shard) => {
        const ofShard = byShard.get(shard) ?? []
        const { listings, words } = tablesOf(generation, shard)
        const documents = ofShard.flatMap(({ document }) => document ?? [])
        const added = await withoutKnown(listings, documents)
        await replace(listings, documents)
        const removed = ofShard.filter(({ document }) => !document).map(({ id }) => documentId(id))
        if (removed.length > 0) await host.write(`DELETE FROM ${listings} WHERE id IN (${removed.join()})`)
        await countWords(words, added)
      }),
    )
  }

  /** Returns the documents that a table does not have. */
  async function withoutKnown(
    table: string,
    documents: readonly SearchDocument[],
  ): Promise<SearchDocument[]> {
    if (documents.length === 0) return []
    const ids = documents.map(({ id }) => documentId(id))
    const [rows = []] = await host.read([`SELECT id FROM ${table} WHERE id IN (${ids.join()}) ${all(ids)}`])
    const known = new Set(rows.map(([id]) => id))
    return documents.filter((_, at) => !known.has(String(ids[at])))
  }

  async function empty(generation: Generation): Promise<void> {
    for (const shard of host.shards)
      for (const table of Object.values(tablesOf(generation, shard)))
        await host.write(`TRUNCATE RTINDEX ${table}`)
  }

  async function replace(table: string, documents: readonly SearchDocument[]): Promise<void> {
    let rows: Row[] = []
    let length = 0
    for (const document of documents) {
      const row = rowOf(document, tree)
      const size = document.title.length + document.text.length
      if (rows.length > 0 && length + size > maxTextLength) {
        await host.write(replaceListings(table, rows))
        rows = []
        length = 0
      }
      rows.push(row)
      length += size
    }
    if (rows.length > 0) await host.write(replaceListings(table, rows))
  }

  /** Adds the words of new listings to the counts. What is edited or removed later is not counted again: nobody notices in a typo. */
  async function countWords(table: string, documents: readonly SearchDocument[]): Promise<void> {
    const counts = new Map<string, number>()
    for (const document of documents)
      for (const word of wordsOf(document)) counts.set(word, (counts.get(word) ?? 0) + 1)
    const entries = [...counts]
    for (let at = 0; at < entries.length; at += maxWords) {
      const some = entries.slice(at, at + maxWords)
      const hashes = some.map(([word]) => hashOf(word))
      const [rows = []] = await host.read([
        `SELECT word, listings FROM ${table} WHERE id IN (${hashes.join()}) ${all(some)}`,
      ])
      const stored = new Map(rows.map(([word, listings]) => [word, Number(listings)]))
      const values = some.map(
        ([word, count]) => `(${hashOf(word)},${quote(word)},${(stored.get(word) ?? 0) + count})`,
      )
      await host.write(`REPLACE INTO ${table} (id,word,listings) VALUES ${values.join()}`)
    }
  }
}

const otherThan = (generation: Generation): Generation => (generation === 'a' ? 'b' : 'a')

const all = ({ length }: readonly unknown[]) => `LIMIT ${length} OPTION max_matches=${length}`
