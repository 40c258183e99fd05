/** The words of the catalog: which topics each names, and which professions belong to its activities. */
import { tokenize } from '../../../platform/tokenize.ts'
import { stem, stopWords } from './words.ts'

/** The categories with the ids of the database. Categories and subcategories share one sequence. */
export type CatalogCategory = { id: number; name: string; subcategories: { id: number; name: string }[] }

export type CatalogTerms = {
  /** Returns the topics whose name contains a word with this stem, with the weight of such a match from 0 to 1. */
  topicsOf: (term: string) => { id: number; weight: number }[]
  /** Returns the activities of a profession, or what people of an activity may be called. Some are not words. */
  professionsOf: (word: string) => string[]
  /** Returns whether a word is for the person who does what a topic names, such as plumber. */
  isProfession: (word: string) => boolean
  /** Returns the category of each topic; that of a category is the category itself. */
  categoriesOf: (topics: number[]) => number[]
  /** Returns the words of all names. */
  words: () => Iterable<string>
}

/** A category is a match for less than its subcategories: it contains much else. */
const categoryWeight = 0.6

/** Words of names that say nothing about the topic. */
const emptyWords: ReadonlySet<string> = new Set(
  'service services small local group custom special needs at work home days out help up ups'.split(' '),
)

export function createCatalogTerms(categories: CatalogCategory[]): CatalogTerms {
  const topics = new Map<string, Map<number, number>>()
  const activities = new Set<string>()
  const words = new Set<string>()
  const add = (id: number, name: string, weight: number) => {
    for (const word of tokenize(name)) {
      words.add(word)
      if (/(ing|graphy)$/.test(word)) activities.add(word)
      if (stopWords.has(word) || emptyWords.has(word)) continue
      const byId = topics.get(stem(word)) ?? new Map<number, number>()
      byId.set(id, Math.max(weight, byId.get(id) ?? 0))
      topics.set(stem(word), byId)
    }
  }
  for (const category of categories) {
    add(category.id, category.name, categoryWeight)
    for (const subcategory of category.subcategories) add(subcategory.id, subcategory.name, 1)
  }
  const professions = deriveProfessions(activities)
  const persons = new Set([...activities].flatMap(personsOf))
  const categoryOf = new Map(
    categories.flatMap(({ id, subcategories }) => [
      [id, id] as const,
      ...subcategories.map((sub) => [sub.id, id] as const),
    ]),
  )
  return {
    topicsOf: (term) => [...(topics.get(term) ?? [])].map(([id, weight]) => ({ id, weight })),
    professionsOf: (word) => [...(professions.get(word) ?? professions.get(word.replace(/s$/, '')) ?? [])],
    isProfession: (word) => persons.has(word) || persons.has(word.replace(/s$/, '')),
    categoriesOf: (ids) => [...new Set(ids.flatMap((id) => categoryOf.get(id) ?? []))],
    words: () => words,
  }
}

/**
 * Derives professions from the activities that topics are named after: plumbing → plumber, baking → baker, sitting →
 * sitter, tutoring → tutor, photography → photographer. Forms that are not words match nothing.
 */
function deriveProfessions(activities: Iterable<string>): Map<string, Set<string>> {
  const related = new Map<string, Set<string>>()
  const relate = (word: string, other: string) => {
    if (stem(word) === stem(other)) return
    related.set(word, (related.get(word) ?? new Set()).add(other))
  }
  for (const activity of activities)
    for (const person of personsOf(activity)) {
      relate(person, activity)
      relate(activity, person)
    }
  return related
}

function personsOf(activity: string): string[] {
  const root = activity.endsWith('graphy') ? activity.slice(0, -1) : stem(activity)
  if (/[eo]r$/.test(root)) return [root, `${root}er`]
  if (root.endsWith('e')) return [`${root}r`]
  return [`${root}er`, `${root}or`, `${root}${root.at(-1)}er`]
}
