/** The words of listings as written, for correcting typos and for suggestions. */
import { sql } from 'kysely'
import { type Database, placeholder } from '../../../platform/database/database.ts'
import { isVocabularyWord, type StoredWords } from '../language/stored-words.ts'
import type { Session } from './session.ts'

const maxVocabulary = 100_000
/** A word of one listing is more often a typo or a name. Rebuilds leave these out; merges cannot know. */
const minListings = 2
/** Changes that are not merged yet. More are left out until they are. */
const maxPending = 2000

export const vocabularyWords = (words: Map<string, number>): [string, number][] =>
  [...words].filter(([word]) => isVocabularyWord(word))

/** Adds the words of listings that were merged. A count of 0 adds a word only if it is new. */
export async function addToVocabulary({ run }: Session, words: Map<string, number>): Promise<void> {
  // In one order, so that two writers cannot wait for each other.
  const entries = vocabularyWords(words).sort(([a], [b]) => (a < b ? -1 : 1))
  await run(sql`
    insert into search_vocabulary as known (word, listings)
    select word, greatest(added, 1)
    from unnest(${entries.map(([word]) => word)}::text[], ${entries.map(([, count]) => count)}::int[]) entry (word, added)
    where added > 0 or not exists (select from search_vocabulary existing where existing.word = entry.word)
    on conflict (word) do update set listings = known.listings + excluded.listings`)
}

/** Replaces the vocabulary by the words that the rebuild has counted. */
export async function publishVocabulary({ run }: Session): Promise<void> {
  await run(sql`delete from search_vocabulary`)
  await run(sql`
    insert into search_vocabulary (word, listings)
    select word, sum(listings) from search_rebuild_word group by word having sum(listings) >= ${minListings}`)
  await run(sql`delete from search_rebuild_word`)
}

/**
 * Reads the most common words, and the texts of changes that are not merged yet. Of equally common words, every worker and server
 * reads the same ones.
 */
export async function readStoredWords(
  { preparedQuery }: Database,
  maxWords = maxVocabulary,
): Promise<StoredWords> {
  // One text: the driver takes much longer for a hundred thousand rows.
  const compose = () => sql<{ words: string | null; pending: string[] | null }>`
    select
      (select string_agg(word || ' ' || listings, chr(10))
        from (select word, listings from search_vocabulary
          order by listings desc, word collate "C" limit ${placeholder('maxWords')}) common) as words,
      (select array_agg(title || ' ' || description)
        from (select title, description from listing
          where status in ('active', 'reported') and not archived and id in (select listing_id from search_change limit ${placeholder('maxPending')})
        ) changed) as pending`
  const [row] = await preparedQuery('search-vocabulary', compose, {
    maxWords,
    maxPending,
  })
  return { counted: row?.words ?? '', pending: row?.pending ?? [] }
}
