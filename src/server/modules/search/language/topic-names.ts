/**
 * Finds the topics that words name: by the names of the catalog, and by what people call them, from `catalog/synonyms.txt`. Owns how the
 * words of a phrase are compared.
 */
import type { Category } from '../../../../shared/contract/catalog.ts'
import { phrasePattern } from '../../../../shared/topics/topic.ts'
import { tokenize } from '../../../platform/tokenize.ts'
import type { SearchTopic } from '../../catalog/service.ts'
import { readCatalogFile } from './language-words.ts'
import { english, type QueryLanguages } from './query-languages.ts'
import { stem, stopWords } from './words.ts'

/** The id of a category or a subcategory, and how well the phrase describes it: above 0, at most 1. */
type SynonymTarget = { topic: number; weight: number }

export type Synonyms = {
  /** Returns the longest phrase that starts at `tokens[at]`, and its topics, the best first; null if there is none. */
  match: (tokens: string[], at: number) => { length: number; targets: SynonymTarget[] } | null
  words: () => Iterable<string>
}

/** One block of the file. `subcategory` is null for phrases of the whole category. */
export type SynonymBlock = {
  category: string
  subcategory: string | null
  line: number
  phrases: { text: string; weight: number }[]
}

/** Function words that people add or leave out inside a phrase: `walk my dog`, `toilet is leaking`. */
const fillers = new Set('a an and are at for from in is me my of on or our the to with your'.split(' '))
/** The longest phrase, in words that are not fillers. */
const maxWords = 8

/** How the words of a phrase are compared in a language. */
type PhraseLanguage = {
  stem: (word: string) => string
  /** Left out. */
  stopWords: ReadonlySet<string>
  elide: (text: string) => string
}
const englishPhrases: PhraseLanguage = { stem, stopWords: fillers, elide: (text) => text }

/** Returns the words that tell phrases apart: all but the fillers. */
export const contentWordsOf = (phrase: string, { stopWords, elide } = englishPhrases): string[] =>
  tokenize(elide(phrase)).filter((word) => !stopWords.has(word))

const fileTexts = new Map<string, string>()

function readSynonyms(name: string): string {
  const text = fileTexts.get(name) ?? readCatalogFile(name) ?? ''
  fileTexts.set(name, text)
  return text
}

/** Reads the files of synonyms of these languages. Topics have the phrases of the name that they began with. */
export function* loadSynonyms(topics: SearchTopic[], languages: QueryLanguages): Generator<void, Synonyms> {
  const own = createSynonyms(readSynonyms('synonyms.txt'), topics)
  yield
  if (languages.others.length === 0) return own
  const all = [own]
  for (const language of languages.others) {
    all.push(createSynonyms(readSynonyms(`synonyms.${language.tag}.txt`), topics, language))
    yield
  }
  return {
    match(tokens, at) {
      const found = all.flatMap((synonyms) => synonyms.match(tokens, at) ?? [])
      const length = Math.max(0, ...found.map((match) => match.length))
      const longest = found.filter((match) => match.length === length)
      return length > 0 ? { length, targets: mergeTargets(longest.flatMap(({ targets }) => targets)) } : null
    },
    words: () => all.flatMap((synonyms) => [...synonyms.words()]),
  }
}

/** Returns the topics of these categories, as nobody has renamed any. */
export const searchTopicsOf = (categories: Category[]): SearchTopic[] =>
  categories.flatMap(({ _id, name, subcategories }) =>
    [{ id: _id, name }, ...subcategories].map((topic) => ({
      id: Number(topic.id),
      name: topic.name,
      firstName: topic.name,
      phrases: [],
    })),
  )

/**
 * Skips topics that are not in the catalog. Throws if the text is malformed.
 *
 * Compares phrases by their stems, so that `walks dogs` finds `walk dog`. Phrases with the same stems are different
 * entries: the one that is spelled most like the query wins, so that `marketing` does not find `market`.
 */
export function createSynonyms(
  text: string,
  topics: SearchTopic[],
  language: PhraseLanguage = englishPhrases,
): Synonyms {
  const { byStems, known } = indexPhrases(text, topics, language)
  const { stem } = language
  return {
    match(tokens, at) {
      const words: string[] = []
      let longest: { length: number; phrase: Phrase } | null = null
      let key = ''
      for (let end = at; end < tokens.length && words.length < maxWords; end++) {
        const token = tokens[end] ?? ''
        if (language.stopWords.has(token)) {
          if (end === at) return null
          continue
        }
        words.push(token)
        key += key === '' ? stem(token) : ` ${stem(token)}`
        const phrases = byStems.get(key)
        if (phrases) longest = { length: end + 1 - at, phrase: mostSimilar(phrases, words) }
      }
      return longest && { length: longest.length, targets: mergeTargets(longest.phrase.targets) }
    },
    words: () => known,
  }
}

type Phrase = { words: string[]; targets: SynonymTarget[] }

function indexPhrases(text: string, topics: SearchTopic[], language: PhraseLanguage) {
  const byStems = new Map<string, Phrase[]>()
  const known = new Set<string>()
  const add = (phrase: string, target: SynonymTarget) => {
    const words = contentWordsOf(phrase, language)
    if (words.length === 0) return
    for (const word of words) known.add(word)
    const key = words.map(language.stem).join(' ')
    const phrases = byStems.get(key) ?? []
    byStems.set(key, phrases)
    const same = phrases.find((other) => other.words.join(' ') === words.join(' '))
    if (same) same.targets.push(target)
    else phrases.push({ words, targets: [target] })
  }
  for (const { id: topic, name, phrases } of topics) {
    add(name, { topic, weight: 1 })
    for (const phrase of phrases) {
      const [, text = phrase, weight = '1'] = phrasePattern.exec(phrase) ?? []
      add(text, { topic, weight: Number(weight) })
    }
  }
  const byFirstName = Map.groupBy(topics, ({ firstName }) => firstName)
  for (const { category, subcategory, phrases } of parseSynonyms(text))
    for (const { id: topic } of byFirstName.get(subcategory ?? category) ?? [])
      for (const phrase of phrases) add(phrase.text, { topic, weight: phrase.weight })
  return { byStems, known }
}

function mostSimilar(phrases: Phrase[], words: string[]): Phrase {
  const differenceOf = (phrase: Phrase) =>
    phrase.words.reduce((sum, word, index) => sum + endingDifference(word, words[index] ?? ''), 0)
  return phrases.reduce((best, phrase) => (differenceOf(phrase) < differenceOf(best) ? phrase : best))
}

/** Returns the number of letters after the common beginning of two words. */
function endingDifference(a: string, b: string): number {
  let common = 0
  while (common < a.length && a[common] === b[common]) common++
  return a.length + b.length - 2 * common
}

/** Parses the blocks of the file. Throws an error that names the line if the text is malformed. */
export function parseSynonyms(text: string): SynonymBlock[] {
  const blocks: SynonymBlock[] = []
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1
    if (content.trim() === '' || content.startsWith('#')) continue
    if (/^\s/.test(content)) {
      const block = blocks.at(-1)
      if (!block) throw new Error(`synonyms, line ${line}: phrases must follow the name of a topic`)
      for (const entry of content.split(',')) block.phrases.push(parsePhrase(entry, line))
    } else {
      const [, category, subcategory] = content.match(/^([^>]+?)(?:\s+>\s+([^>]+?))?:\s*$/) ?? []
      if (!category)
        throw new Error(`synonyms, line ${line}: expected "Category:" or "Category > Subcategory:"`)
      blocks.push({ category, subcategory: subcategory ?? null, line, phrases: [] })
    }
  }
  return blocks
}

/** Parses `phrase` or `phrase ~0.6`. */
function parsePhrase(entry: string, line: number) {
  const [, text, weight = '1'] = phrasePattern.exec(entry.trim()) ?? []
  if (!text) throw new Error(`synonyms, line ${line}: cannot read "${entry.trim()}"`)
  return { text, weight: Number(weight) }
}

/** Keeps the greatest weight of each topic. */
function mergeTargets(targets: SynonymTarget[]): SynonymTarget[] {
  const weights = new Map<number, number>()
  for (const { topic, weight } of targets) weights.set(topic, Math.max(weight, weights.get(topic) ?? 0))
  return [...weights].map(([topic, weight]) => ({ topic, weight })).sort((a, b) => b.weight - a.weight)
}

export type CatalogTerms = ReturnType<typeof createCatalogTerms>

/** A category is a match for less than its subcategories: it contains much else. */
const categoryWeight = 0.6

/** Words of names that say nothing about the topic. */
const emptyWords: ReadonlySet<string> = new Set(
  'service services small local group custom special needs at work home days out help up ups'.split(' '),
)

/** Returns the words of the catalog: which topics each names, and which professions belong to its activities. */
export function createCatalogTerms(categories: Category[], { stemsOf } = english) {
  const topics = new Map<string, Map<number, number>>()
  const activities = new Set<string>()
  const words = new Set<string>()
  const add = (id: number, name: string, weight: number) => {
    for (const word of tokenize(name)) {
      words.add(word)
      if (/(ing|graphy)$/.test(word)) activities.add(word)
      if (stopWords.has(word) || emptyWords.has(word)) continue
      for (const term of stemsOf(word)) {
        const byId = topics.get(term) ?? new Map<number, number>()
        byId.set(id, Math.max(weight, byId.get(id) ?? 0))
        topics.set(term, byId)
      }
    }
  }
  for (const category of categories) {
    add(Number(category._id), category.name, categoryWeight)
    for (const subcategory of category.subcategories) add(Number(subcategory.id), subcategory.name, 1)
  }
  const professions = deriveProfessions(activities)
  const persons = new Set([...activities].flatMap(personsOf))
  const categoryOf = new Map(
    categories.flatMap(({ _id, subcategories }) =>
      [_id, ...subcategories.map(({ id }) => id)].map((id) => [Number(id), Number(_id)] as const),
    ),
  )
  const singularOf = (word: string) => word.replace(/s$/, '')
  return {
    /** Returns the topics whose name contains a word with this stem, with the weight of such a match from 0 to 1. */
    topicsOf: (term: string) => [...(topics.get(term) ?? [])].map(([id, weight]) => ({ id, weight })),
    /** Returns the activities of a profession, or what people of an activity may be called. Some are not words. */
    professionsOf: (word: string) => [...(professions.get(word) ?? professions.get(singularOf(word)) ?? [])],
    /** Returns whether a word is for the person who does what a topic names, such as plumber. */
    isProfession: (word: string) => persons.has(word) || persons.has(singularOf(word)),
    /** Returns the category of each topic; that of a category is the category itself. */
    categoriesOf: (topics: number[]) => [...new Set(topics.flatMap((id) => categoryOf.get(id) ?? []))],
    /** Returns the words of all names. */
    words: (): Iterable<string> => words,
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
