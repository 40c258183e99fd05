/**
 * The tables of a server, which `deploy/manticore/searchd.conf` declares, and how a document becomes a row. Each index is in its own
 * generation of tables, `a` or `b`, so that one can be built beside the one that serves.
 */
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { escape as quote } from 'mysql2'
import type { Choice, SearchDocument } from '../../engine.ts'
import { indexedWordsOf, isVocabularyWord, termsOfWords } from '../../language/words.ts'
import { daysOfSeries, storedDay } from '../matching.ts'
import type { Host } from './host.ts'
import type { Tree } from './tree.ts'

/** A change of the rows needs a new number, and so a rebuild. */
const format = 4

export type Generation = 'a' | 'b'

/** The names of a shard's tables. */
export type Tables = ReturnType<typeof tablesOf>

export const tablesOf = (generation: Generation, shard: number) => ({
  listings: `listings_${generation}_${shard}`,
  words: `words_${generation}_${shard}`,
})

/** `build` differs between two indexes of the same tables. */
export type IndexState = { generation: Generation; build: string; position: string }

const stateIds = { current: 1, next: 2 } as const
type StateName = keyof typeof stateIds

/** Returns what a server has: its index, and the one that is being built. An index for other shards or of another format does not count. */
export async function readStates(host: Host, shards: number): Promise<Record<StateName, IndexState | null>> {
  const [rows = []] = await host.read(['SELECT id, generation, position, layout FROM state LIMIT 10'])
  const find = (name: StateName): IndexState | null => {
    const row = rows.find(
      ([id, , , layout]) => Number(id) === stateIds[name] && layout === layoutOf(host, shards),
    )
    return row
      ? {
          generation: row[1]?.startsWith('b') ? 'b' : 'a',
          build: row[1]?.slice(1) ?? '',
          position: row[2] ?? '',
        }
      : null
  }
  return { current: find('current'), next: find('next') }
}

const layoutOf = (host: Host, shards: number) => `${format} ${host.shards.join()} of ${shards}`

export const saveState = (
  host: Host,
  shards: number,
  name: StateName,
  { generation, build, position }: IndexState,
) =>
  `REPLACE INTO state (id,generation,position,layout) VALUES (${stateIds[name]},'${generation}${build}',${quote(position)},'${layoutOf(host, shards)}')`

export const deleteState = (name: StateName) => `DELETE FROM state WHERE id=${stateIds[name]}`

// ── Ids and tokens ───────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Returns the id of a document: 63 bits. Of two listings with the same bits, the one that was written last is found, and the other is
 * missing. Of 200,000 sites with 10,000,000 ads, one has such a pair.
 */
export const documentId = (id: string): bigint => hash('sha1', id, 'buffer').readBigUInt64BE() >> 1n

export const shardOf = (id: string, shards: number): number => Number(documentId(id) % BigInt(shards))

/** The tokenizer of the server leaves these alone (`charset_table` of its configuration). */
const plainTerm = /^[a-z0-9]{1,30}$/

/** Returns a term as a token of full-text fields. Other letters and long terms become a hash, which is no plain term. */
export const tokenOf = (term: string): string =>
  plainTerm.test(term) ? term : `_${hash('sha1', term).slice(0, 16)}`

/** No term begins with these. */
export const topicToken = (id: number): string => `_t${id}`
export const placeToken = (id: number): string => `_p${id}`
/** A topic of all listings, which counts them. */
export const everyListing = '_every'

/** Returns the number of a choice, in as many bits as that of a document: no two choices of a site have the same. */
export const choiceId = (choice: Choice): bigint => documentId(choice)

const numberName = (key: string) => `n_${tokenOf(key)}`
/** Returns the column of the numbers of a field. */
export const numberColumn = (key: string): string => `numbers.${numberName(key)}`

/** Returns a number for a term, word, or time zone. */
export const hashOf = (word: string): number => crc32(word)

// ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const kinds = { service: 1, event: 2 } as const

export type Row = Record<string, string | number | bigint>

export const replaceListings = (table: string, rows: readonly Row[]) =>
  `REPLACE INTO ${table} (${Object.keys(rows[0] ?? {}).join()}) VALUES ${rows.map(valuesOf).join()}`

const valuesOf = (row: Row): string => `(${Object.values(row).join()})`

/** Returns the columns of a document: texts as tokens, and all else as numbers. `words` are those that the vocabulary counts. */
export function rowOf(document: SearchDocument, tree: Tree): { row: Row; words: string[] } {
  const { language } = document
  const written = [indexedWordsOf(document.title, language), indexedWordsOf(document.text, language)] as const
  const [title, text] = [termsOfWords(written[0], language), termsOfWords(written[1], language)]
  const [topics, places] = [tree.pathOf('topic', document.topic), tree.pathOf('place', document.place)]
  const { dates } = document
  const place = tree.placeOf(document.place)
  const days = dates ? daysOfSeries(dates) : []
  const row = {
    id: documentId(document.id),
    title: quoted(title.map(tokenOf)),
    topic: quoted([everyListing, ...topics.map(topicToken)]),
    place: quoted(places.map(placeToken)),
    text: quoted(text.map(tokenOf)),
    title_terms: hashes(title),
    terms: hashes([...title, ...text]),
    uuid: quote(document.id),
    uuid_begin: BigInt(`0x${document.id.replaceAll('-', '').slice(0, 16)}`) >> 1n,
    kind: kinds[document.kind],
    topic_id: document.topic,
    topic1: topics[0] ?? 0,
    topic2: topics[1] ?? 0,
    place_id: document.place,
    place1: places[0] ?? 0,
    place2: places[1] ?? 0,
    place3: places[2] ?? 0,
    latitude: place?.latitude ?? 0,
    longitude: place?.longitude ?? 0,
    zone: hashOf(place?.timeZone ?? 'UTC'),
    posted: Math.min(Math.max(Math.floor(Date.parse(document.posted) / 1_000), 0), 0xffff_ffff),
    price: Math.round(document.price * 100),
    pictures: Number(document.pictures),
    choices: `(${[...new Set(document.choices)].map(choiceId).join()})`,
    numbers: `'${JSON.stringify(numbersOf(document))}'`,
    // Those below 0 are found in their town only.
    reach: ((place?.latitude == null ? null : document.reachKm) ?? -1).toFixed(3),
    stale: Number(document.stale),
    series: Number(days.length > 0),
    days: `(${days.join()})`,
    first_day: dates ? storedDay(dates.firstDay) : 0,
    last_day: dates ? storedDay(dates.lastDay) : 0,
    // Whole days come before what begins at midnight.
    start_minute: dates?.startMinute == null ? 0 : dates.startMinute + 1,
    end_minute: dates?.endMinute ?? minutesOfDay,
    ends_at: dates?.endsAt ? Math.ceil(Date.parse(dates.endsAt) / 1_000) : 0,
  }
  return { row, words: [...new Set(written.flat())].filter(isVocabularyWord) }
}

const minutesOfDay = 1_440

/** As integers with two decimals less: the server compares others with 24 bits. */
const numbersOf = ({ numbers }: SearchDocument) =>
  Object.fromEntries(
    Object.entries(numbers).map(([key, value]) => [numberName(key), Math.round(value * 100)]),
  )

const quoted = (tokens: string[]) => `'${tokens.join(' ')}'`
const hashes = (terms: string[]) => `(${[...new Set(terms)].map(hashOf).join()})`
