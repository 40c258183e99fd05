/** Quoted phrases: the engine finds listings with all the words, and their text decides whether they stand together. */
import { sql } from 'kysely'
import { type Database, placeholder } from '../../platform/database/database.ts'
import type { EngineHit } from './engine.ts'
import { termsOf } from './language/words.ts'

/** The most listings whose text a search for a phrase reads. */
export const maxPhraseCandidates = 400

/** Returns the listings whose title or description contains every phrase. */
export async function keepPhrases(
  { preparedQuery }: Database,
  hits: EngineHit[],
  phrases: string[][],
): Promise<EngineHit[]> {
  if (hits.length === 0) return []
  const compose = () => sql<{ id: string; title: string; description: string }>`
    select id, title, description from listing where id = any(${placeholder('ids')}::uuid[])`
  const rows = await preparedQuery('search-phrases', compose, { ids: hits.map(({ id }) => id) })
  const matching = rows.filter(({ title, description }) => {
    const texts = [termsOf(title), termsOf(description)]
    return phrases.every((phrase) => texts.some((terms) => includesPhrase(terms, phrase)))
  })
  const ids = new Set(matching.map(({ id }) => id))
  return hits.filter(({ id }) => ids.has(id))
}

/** Returns whether the terms of a phrase stand next to each other. */
export function includesPhrase(terms: readonly string[], phrase: readonly string[]): boolean {
  for (let start = 0; start + phrase.length <= terms.length; start += 1) {
    if (phrase.every((term, offset) => terms[start + offset] === term)) return true
  }
  return false
}
