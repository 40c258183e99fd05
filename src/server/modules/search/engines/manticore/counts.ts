/** How many listings have a token or a word. */
import type { WordCount } from '../../engine.ts'
import { mostCommon } from '../matching.ts'
import type { Engine } from './cluster.ts'
import type { Rows } from './host.ts'
import { everyListing } from './tables.ts'

/** The dictionary also counts listings that were replaced, so smaller numbers are counted. */
const countedBelow = 200
/** The most words of a shard that are read. */
const maxWords = 100_000

/** Returns a function that returns the number of listings with each of these tokens. */
export async function countTokens(
  { query, knownCounts, fresh }: Engine,
  tokens: readonly string[],
): Promise<(token: string) => number> {
  const counts = new Map(tokens.map((token) => [token, fresh ? undefined : knownCounts.get(token)]))
  const missing = [...counts].filter(([, count]) => count === undefined).map(([token]) => token)
  const shards = missing.length === 0 ? [] : await query(({ listings }) => missing.flatMap(count(listings)))
  for (const [at, token] of missing.entries()) {
    const total = shards.reduce((sum, rows) => sum + countIn(rows[2 * at + 1]), 0)
    counts.set(token, total)
    knownCounts.set(token, total)
  }
  return (token) => counts.get(token) ?? 0
}

const count = (table: string) => (token: string) => [
  `SELECT id FROM ${table} WHERE MATCH('${token}') LIMIT 1 OPTION ranker=none,cutoff=${countedBelow}`,
  'SHOW META',
]

function countIn(meta: Rows = []): number {
  const values = new Map(meta.map(([name, value]) => [name, Number(value)]))
  const counted = values.get('total_found') ?? 0
  return counted < countedBelow ? counted : (values.get('docs[0]') ?? counted)
}

export async function readWords(engine: Engine): Promise<WordCount[]> {
  const listings = (await countTokens(engine, [everyListing]))(everyListing)
  const shards = await engine.query(({ words }) => [
    `SELECT word, listings FROM ${words} ORDER BY listings DESC LIMIT ${maxWords} OPTION max_matches=${maxWords}`,
  ])
  const counts = new Map<string, number>()
  for (const [word, count] of shards.flatMap(([rows = []]) => rows))
    if (word) counts.set(word, (counts.get(word) ?? 0) + Number(count))
  return mostCommon([...counts], listings)
}
