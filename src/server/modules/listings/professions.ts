/**
 * Professions: words for the person who does what a topic names, such as "plumber" for Plumbing Repairs. Descriptions
 * often mention other people's professions ("I built a website for two plumbers"), so a search for one finds listings
 * that are about it.
 */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

type Profession = {
  lexeme: string
  /** The lexemes of its activities: "bake" for a baker. */
  activities: string[]
  /** The categories of its topics. */
  categories: number[]
}
/** By the word in the singular. */
type Professions = ReadonlyMap<string, Profession>

/**
 * Returns the words of a search as a `tsquery` that also matches the activities of its professions, and the condition
 * that a listing is about one of the words; null without a profession.
 */
export type ReadProfessions = (
  searchtext: string,
  words: string,
) => Promise<{ words: string; subject: string | null }>

export function createReadProfessions(database: Database): ReadProfessions {
  let reading: Promise<Professions> | null = null
  /** Derives them once: the catalog is the same until the process restarts. The next search repeats a failed read. */
  const getProfessions = () => {
    reading ??= deriveProfessions(database).catch((error: unknown) => {
      reading = null
      throw error
    })
    return reading
  }

  return async (searchtext, words) => {
    const professions = await getProfessions()
    // The lexemes include professions with a corrected typo.
    const terms = [...termsOf(searchtext), ...lexemesOf(words).map((lexeme) => lexeme.slice(1, -1))]
    const found = [...new Set(terms.flatMap((term) => professions.get(term) ?? []))]
    if (found.length === 0) return { words, subject: null }
    const extended = found.reduce(addActivities, words)
    const categories = new Set(found.flatMap((profession) => profession.categories))
    // A word in the title, the category, or the subcategory (weights A and B), or a category of the profession.
    const inSubject = lexemesOf(extended).map((lexeme) => `${lexeme}:AB`)
    const subject = [...inSubject, ...[...categories].map((id) => `'#t${id}'`)].join(' | ')
    return { words: extended, subject }
  }
}

const addActivities = (words: string, { lexeme, activities }: Profession): string =>
  words.replaceAll(`'${lexeme}'`, `(${[lexeme, ...activities].map((word) => `'${word}'`).join(' | ')})`)

/** The words of a search text, lowercase, without accents, and in the singular. */
const termsOf = (searchtext: string): string[] =>
  (
    searchtext
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  ).map((term) => term.replace(/s$/, ''))

/** The quoted lexemes of a `tsquery`. */
const lexemesOf = (words: string): string[] => words.match(/'(?:[^']|'')+'/g) ?? []

/**
 * Derives professions from the activities that topics are named after: plumbing → plumber, baking → baker,
 * sitting → sitter, tutoring → tutor, photography → photographer. Forms that are not words match nothing.
 */
async function deriveProfessions({ kysely }: Database): Promise<Professions> {
  const { rows } = await sql<Profession & { word: string }>`
    with topic as (
      select id as category_id, name from category union all select category_id, name from subcategory
    ),
    activity as (
      select category_id, (ts_lexize('english_stem', word))[1] as lexeme,
        case when word ~ 'graphy$' then left(word, -1) else (ts_lexize('english_stem', word))[1] end as stem
      from topic, regexp_split_to_table(lower(normalize_words(name)), ' ') word
      where word ~ '(ing|graphy)$'
    ),
    person as (
      select category_id, lexeme, unnest(case
        when stem ~ '[eo]r$' then array[stem, stem || 'er']
        when stem ~ 'e$' then array[stem || 'r']
        else array[stem || 'er', stem || 'or', stem || right(stem, 1) || 'er']
      end) as word
      from activity
    )
    select word, (ts_lexize('english_stem', word))[1] as lexeme,
      array_agg(distinct lexeme) as activities, array_agg(distinct category_id) as categories
    from person group by word`.execute(kysely)
  return new Map(rows.map(({ word, ...profession }) => [word, profession]))
}
