/** Reads the labeled queries of `queries.txt`. They are written from the demo listings alone; see README.md. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { DemoListing } from '../../demo/listing.ts'
import type { Kind } from '../../src/shared/listing.ts'

export const queryClasses = [
  'plain',
  'compound',
  'typo',
  'colloquial',
  'place',
  'sentence',
  'prefix',
  'event',
  'words',
  'form',
  'none',
] as const
type QueryClass = (typeof queryClasses)[number]

export type LabeledQuery = {
  class: QueryClass
  text: string
  /** Titles of demo listings; one of them must be in the top three. Empty if no listing answers the query. */
  expected: string[]
  /** Titles of demo listings that must not be in the top five. */
  unwanted: string[]
  /** Listings in these subcategories are relevant, too. */
  topics: string[]
  /** The kinds of the expected listings. */
  kinds: Kind[]
  half: Half
}

/** Half A is used while the search is built. Half B shows whether the search also handles queries it was not built with. */
export type Half = 'A' | 'B'

/** Returns the half of a query. It depends only on the text, so new queries never move the others. */
export const halfOf = (text: string): Half =>
  (createHash('sha256').update(text).digest()[0] ?? 0) % 2 === 0 ? 'A' : 'B'

/** Throws if a title or class is unknown. */
export async function readQueries(): Promise<LabeledQuery[]> {
  const [text, demo] = await Promise.all([
    readFile(new URL('queries.txt', import.meta.url), 'utf8'),
    readFile(new URL('../../demo/listings.json', import.meta.url), 'utf8'),
  ])
  return parseQueries(text, JSON.parse(demo) as DemoListing[])
}

export function parseQueries(text: string, demo: Pick<DemoListing, 'title' | 'kind'>[]): LabeledQuery[] {
  const findByPrefix = (prefix: string) => {
    const [found, ...others] = demo.filter(({ title }) => title.startsWith(prefix))
    if (!found || others.length > 0)
      throw new Error(`"${prefix}" is the beginning of ${found ? 'several titles' : 'no title'}.`)
    return found
  }
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const columns = line.split('|').map((column) => column.trim())
      const [name = '', query = '', expected = '', unwanted = '', topics = ''] = columns
      const queryClass = queryClasses.find((candidate) => candidate === name)
      if (!queryClass || query === '' || columns.length !== 5) throw new Error(`Cannot read "${line}".`)
      const answers = splitList(expected).map(findByPrefix)
      return {
        class: queryClass,
        text: query,
        expected: answers.map(({ title }) => title),
        unwanted: splitList(unwanted).map((prefix) => findByPrefix(prefix).title),
        topics: splitList(topics.replace(/^topics:/, '')),
        kinds: [...new Set(answers.map(({ kind }) => kind))],
        half: halfOf(query),
      }
    })
}

const splitList = (text: string) =>
  text
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '')
