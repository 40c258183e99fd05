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
} from './tables.ts'
import type { Tree } from './tree.ts'

/** Limits the documents of a statement. A server accepts statements of 32 MB, which is about ten times as much. */
const maxTextLength = 500_000
const maxWords = 5_000
/** The words of pages are much the same, so a rebuild counts those of several pages at once. */
const pagesPerSave = 10

/** How many new listings have each word. */
type WordCounts = Map<string, number>

export function createWriter(host: Host, shards: number, tree: () => Tree): EngineWriter {
  let rebuilding = createPipeline(host)

  return {
    position: async () => (await readStates(host, shards)).current?.position ?? null,
    async apply(changes, position) {
      const { current } = await readStates(host, shards)
      if (!current) throw new Error(`The search server ${host.name} has no index.`)
      const last = byShard([...new Map(changes.map((change) => [change.id, change])).values()])
      await Promise.all([...last].map(([shard, ofShard]) => write(current.generation, shard, ofShard)))
      await host.write(saveState(host, shards, 'current', { ...current, position }))
    },
    async rebuild(restart = false) {
      // What an interrupted one has sent must not arrive later.
      await rebuilding.finish().catch(() => {})
      const pipeline = createPipeline(host)
      rebuilding = pipeline
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
      const words = new Map(host.shards.map((shard) => [shard, new Map() as WordCounts]))
      let pages = 0
      async function save(name: 'current' | 'next', position: string) {
        await pipeline.finish()
        for (const [shard, counts] of words) {
          await countWords(tablesOf(generation, shard).words, counts)
          counts.clear()
        }
        await host.write(saveState(host, shards, name, { generation, build, position }))
      }
      return {
        position: async () => (isContinued ? next.position : null),
        async add(documents, position) {
          for (const [shard, ofShard] of byShard(documents)) {
            const count = (found: string[]) => addWords(words.get(shard), found)
            for (const statement of compose(tablesOf(generation, shard).listings, ofShard, count))
              await pipeline.send(shard, statement)
          }
          pages++
          if (pages % pagesPerSave === 0) await save('next', position)
        },
        async finish(position) {
          await save('current', position)
          await host.write(deleteState('next'))
          await empty(otherThan(generation))
        },
      }
    },
  }

  function byShard<Item extends { id: string }>(items: readonly Item[]): Map<number, Item[]> {
    const groups = Map.groupBy(items, ({ id }) => shardOf(id, shards))
    return new Map(host.shards.map((shard) => [shard, groups.get(shard) ?? []]))
  }

  async function write(
    generation: Generation,
    shard: number,
    changes: readonly DocumentChange[],
  ): Promise<void> {
    const { listings, words } = tablesOf(generation, shard)
    const documents = changes.flatMap(({ document }) => document ?? [])
    const known = await findKnown(listings, documents)
    const counts: WordCounts = new Map()
    const count = (found: string[], id: string) => {
      if (!known.has(String(documentId(id)))) addWords(counts, found)
    }
    for (const statement of compose(listings, documents, count)) await host.write(statement)
    const removed = changes.filter(({ document }) => !document).map(({ id }) => documentId(id))
    if (removed.length > 0) await host.write(`DELETE FROM ${listings} WHERE id IN (${removed.join()})`)
    await countWords(words, counts)
  }

  /** Returns the ids of the documents that a table has. */
  async function findKnown(
    table: string,
    documents: readonly SearchDocument[],
  ): Promise<Set<string | null | undefined>> {
    if (documents.length === 0) return new Set()
    const ids = documents.map(({ id }) => documentId(id))
    const [rows = []] = await host.read([`SELECT id FROM ${table} WHERE id IN (${ids.join()}) ${all(ids)}`])
    return new Set(rows.map(([id]) => id))
  }

  async function empty(generation: Generation): Promise<void> {
    for (const shard of host.shards)
      for (const table of Object.values(tablesOf(generation, shard)))
        await host.write(`TRUNCATE RTINDEX ${table}`)
  }

  /** Yields the statements that write documents, each when it is needed. `count` is called with the words and the id of each. */
  function* compose(
    table: string,
    documents: readonly SearchDocument[],
    count: (words: string[], id: string) => void,
  ): Generator<string> {
    let rows: Row[] = []
    let length = 0
    for (const document of documents) {
      const size = document.title.length + document.text.length
      if (rows.length > 0 && length + size > maxTextLength) {
        yield replaceListings(table, rows)
        rows = []
        length = 0
      }
      const { row, words } = rowOf(document, tree())
      count(words, document.id)
      rows.push(row)
      length += size
    }
    if (rows.length > 0) yield replaceListings(table, rows)
  }

  /** Adds the words of new listings to the counts. What is edited or removed later is not counted again: nobody notices in a typo. */
  async function countWords(table: string, counts: WordCounts): Promise<void> {
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

/** Sends statements. While the server executes one, the next one is composed. */
function createPipeline(host: Host) {
  const sent = new Map<number, Promise<void>>()
  return {
    /** Sends a statement when the server has executed the last one of this shard. Rejects if that failed. */
    async send(shard: number, statement: string): Promise<void> {
      await sent.get(shard)
      const executed = host.write(statement)
      // The next call rejects.
      executed.catch(() => {})
      sent.set(shard, executed)
    },
    /** Resolves when all were executed. Rejects if one failed. */
    async finish(): Promise<void> {
      await Promise.allSettled(sent.values())
      await Promise.all(sent.values())
    },
  }
}

function addWords(counts: WordCounts | undefined, words: readonly string[]): void {
  for (const word of words) counts?.set(word, (counts.get(word) ?? 0) + 1)
}

const otherThan = (generation: Generation): Generation => (generation === 'a' ? 'b' : 'a')

const all = ({ length }: readonly unknown[]) => `LIMIT ${length} OPTION max_matches=${length}`
