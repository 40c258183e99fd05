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
  listingTable,
  type Row,
  readStates,
  replaceListings,
  rowOf,
  saveState,
  shardOf,
  wordsOf,
  wordTable,
} from './tables.ts'
import { hashOf } from './terms.ts'
import type { Tree } from './tree.ts'

/** Of the documents of a statement. A server accepts statements of 32 MB, which is about ten times as much. */
const maxTextLength = 500_000
const maxIds = 5_000
/** Counts of words that are kept back while an index is built. A crash loses them, which no typo notices. */
const maxKeptWords = 50_000

/** By how much a word is in more or fewer listings; `word` is null if only its hash is known. */
type WordDelta = { word: string | null; change: number }
type WordDeltas = Map<number, WordDelta>

export function createWriter(host: Host, shards: number, tree: Tree): EngineWriter {
  return {
    position: async () => (await readStates(host, shards)).current?.position ?? null,
    async apply(changes, position) {
      const { current } = await readStates(host, shards)
      if (!current) throw new Error(`The search server ${host.name} has no index.`)
      await forEachShard(changes, async (shard, ofShard) => {
        const listings = listingTable(current.generation, shard)
        const ids = ofShard.map(({ id }) => documentId(id))
        const deltas: WordDeltas = new Map()
        await subtractWords(listings, ids, deltas)
        const documents = ofShard.flatMap(({ document }) => document ?? [])
        const removed = ofShard.filter(({ document }) => !document).map(({ id }) => documentId(id))
        await replace(listings, documents)
        for (const some of chunks(removed, maxIds))
          await host.write(`DELETE FROM ${listings} WHERE id IN (${some.join()})`)
        for (const document of documents) addWords(document, deltas)
        await saveWords(wordTable(current.generation, shard), deltas)
      })
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
      const kept = new Map(host.shards.map((shard): [number, WordDeltas] => [shard, new Map()]))
      return {
        position: async () => (isContinued ? next.position : null),
        async add(documents, position) {
          const changes = documents.map((document): DocumentChange => ({ id: document.id, document }))
          await forEachShard(changes, async (shard, ofShard) => {
            const added = ofShard.flatMap(({ document }) => document ?? [])
            await replace(listingTable(generation, shard), added)
            const words = kept.get(shard) ?? new Map()
            for (const document of added) addWords(document, words)
            if (words.size > maxKeptWords) await flush(shard, words)
          })
          await host.write(saveState(host, shards, 'next', { generation, build, position }))
        },
        async finish(position) {
          for (const [shard, words] of kept) await flush(shard, words)
          await host.write(saveState(host, shards, 'current', { generation, build, position }))
          await host.write(deleteState('next'))
          await empty(otherThan(generation))
        },
      }

      async function flush(shard: number, words: WordDeltas): Promise<void> {
        await saveWords(wordTable(generation, shard), words)
        words.clear()
      }
    },
  }

  /** Runs for each shard of the server, at the same time, with the last change of each of its documents. */
  async function forEachShard(
    changes: readonly DocumentChange[],
    apply: (shard: number, ofShard: DocumentChange[]) => Promise<void>,
  ): Promise<void> {
    const last = [...new Map(changes.map((change) => [change.id, change])).values()]
    const byShard = Map.groupBy(last, ({ id }) => shardOf(documentId(id), shards))
    await Promise.all(
      [...byShard].map(([shard, ofShard]) =>
        host.shards.includes(shard) ? apply(shard, ofShard) : undefined,
      ),
    )
  }

  async function empty(generation: Generation): Promise<void> {
    for (const shard of host.shards)
      for (const table of [listingTable(generation, shard), wordTable(generation, shard)])
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

  /** Takes the words of listings, as they were, out of the counts. */
  async function subtractWords(table: string, ids: readonly bigint[], deltas: WordDeltas): Promise<void> {
    for (const some of chunks(ids, maxIds)) {
      const [rows = []] = await host.read([
        `SELECT words FROM ${table} WHERE id IN (${some.join()}) ${all(some.length)}`,
      ])
      for (const [words] of rows)
        for (const hash of words?.split(',') ?? []) if (hash !== '') addDelta(deltas, Number(hash), null, -1)
    }
  }

  async function saveWords(table: string, deltas: WordDeltas): Promise<void> {
    const changed = [...deltas].filter(([, { change }]) => change !== 0)
    for (const some of chunks(changed, maxIds)) {
      const hashes = some.map(([hash]) => hash)
      const [rows = []] = await host.read([
        `SELECT id, word, listings FROM ${table} WHERE id IN (${hashes.join()}) ${all(some.length)}`,
      ])
      const stored = new Map(
        rows.map(([id, word, listings]) => [Number(id), { word, listings: Number(listings) }]),
      )
      const counted = some.map(([hash, { word, change }]) => {
        const known = stored.get(hash)
        return { hash, word: known?.word ?? word, listings: (known?.listings ?? 0) + change }
      })
      const kept = counted.filter(({ word, listings }) => word !== null && listings > 0)
      const values = kept.map(({ hash, word, listings }) => `(${hash},${quote(word)},${listings})`)
      const gone = counted.filter(({ listings }) => listings <= 0).map(({ hash }) => hash)
      if (values.length > 0)
        await host.write(`REPLACE INTO ${table} (id,word,listings) VALUES ${values.join()}`)
      if (gone.length > 0) await host.write(`DELETE FROM ${table} WHERE id IN (${gone.join()})`)
    }
  }
}

const otherThan = (generation: Generation): Generation => (generation === 'a' ? 'b' : 'a')

const all = (rows: number) => `LIMIT ${rows} OPTION max_matches=${rows}`

function addWords(document: SearchDocument, deltas: WordDeltas): void {
  for (const word of wordsOf(document)) addDelta(deltas, hashOf(word), word, 1)
}

function addDelta(deltas: WordDeltas, hash: number, word: string | null, change: number): void {
  const delta = deltas.get(hash)
  if (!delta) deltas.set(hash, { word, change })
  else {
    delta.word ??= word
    delta.change += change
  }
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
