/** Quoted phrases: the index finds listings with all the words, and their text decides whether they stand together. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { termsOf } from './language/words.ts'
import { includesPhrase } from './stored/compiled-search.ts'

/** The most listings whose text a search for a phrase reads. */
export const maxPhraseCandidates = 400

/** Returns the ids of the listings whose title or description contains every phrase. */
export async function keepPhrases(
  { kysely }: Database,
  ids: string[],
  phrases: string[][],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string; title: string; description: string }>`
    select id, title, description from listing where id = any(${ids}::uuid[])`.execute(kysely)
  const matching = rows.filter(({ title, description }) => {
    const texts = [termsOf(title), termsOf(description)]
    return phrases.every((phrase) => texts.some((terms) => includesPhrase(terms, phrase)))
  })
  return new Set(matching.map(({ id }) => id))
}
