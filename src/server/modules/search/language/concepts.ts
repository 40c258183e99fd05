/** Builds the concepts of a search: what each word or phrase of it can match. */
import type { Alternative, Concept } from '../engine.ts'
import { completionsOf, countForms, type Lexicon, relatedTo, topicsOfWord } from './lexicon.ts'
import type { QueryLanguages } from './query-languages.ts'
import type { QueryWord } from './query-words.ts'
import { stem } from './words.ts'

/** More concepts than this are left out: a text this long is not a search. */
const maxConcepts = 12
/** The most alternatives of a concept, to limit what has to be looked up. */
const maxAlternatives = 12
/** What matches through another word is worth. */
const professionWeight = 0.8
const relatedWeight = 0.6
const completionWeight = 0.5

/** A run of words that is one concept. */
type Span = { at: number; length: number; topics: Map<number, number> }

/** Returns the concepts of words that are not filler. `prefix` means that the last word may be incomplete. */
export function buildConcepts(
  text: string,
  words: QueryWord[],
  lexicon: Lexicon,
  prefix: boolean,
): Concept[] {
  const completions = prefix ? completionsOfLast(words, lexicon) : []
  const concepts: Concept[] = []
  for (let at = 0; at < words.length; ) {
    const each = words[at] as QueryWord
    const span = findSpan(words, at, lexicon, completions)
    at += span.length
    const isEmpty = span.topics.size === 0 && span.length === 1 && lexicon.languages.isFiller(each.word)
    if (!each.quoted && !isEmpty) concepts.push(conceptOf(text, words, span, lexicon, completions))
  }
  return concepts.filter((concept) => concept.alternatives.length > 0)
}

/** Returns the concepts of a search that consists of filler: the best of its words, as they are. */
export function fillerConcepts(text: string, words: QueryWord[], languages: QueryLanguages): Concept[] {
  const meant = [
    words.filter((each) => !languages.isFiller(each.word)),
    words.filter((each) => !languages.isStop(each.word)),
    words,
  ].find((some) => some.length > 0)
  return (meant ?? []).map((each) => ({
    typed: text.slice(each.start, each.end),
    alternatives: languages.stemsOf(each.word).map((term) => ({ terms: [term], weight: 1 })),
    topics: [],
  }))
}

/** Returns the first of the concepts, without those that ask for the same as an earlier one. */
export function limitConcepts(concepts: Concept[]): Concept[] {
  const byTerms = Map.groupBy(concepts, ({ alternatives }) => alternatives[0]?.terms.join(' '))
  return [...byTerms.values()].flatMap(([first]) => first ?? []).slice(0, maxConcepts)
}

function completionsOfLast(words: QueryWord[], lexicon: Lexicon): string[] {
  const last = words.at(-1)
  return last && !last.quoted ? completionsOf(last.word, lexicon) : []
}

/** Finds the longest phrase of the synonyms that starts at `at`: as typed, joined, completed, or without filler. */
function findSpan(words: QueryWord[], at: number, lexicon: Lexicon, completions: string[]): Span {
  const each = words[at] as QueryWord
  const topics = new Map<number, number>()
  if (each.quoted) return { at, length: 1, topics }
  const quote = words.findIndex((word, index) => index > at && word.quoted)
  const run = words.slice(at, quote === -1 ? undefined : quote)
  const tokens = run.map((word) => word.word)
  const isEnd = at + run.length === words.length
  let length = each.joined === null ? 1 : 2
  /** Keeps the topics of the longest match; `weight` is what this way of matching is worth. */
  const consider = (candidate: string[], covers: (matched: number) => number, weight: number) => {
    const match = lexicon.synonyms.match(candidate, 0)
    if (!match) return
    const covered = covers(match.length)
    if (covered < length || (covered > length && isOnlyFiller(run.slice(0, covered), lexicon))) return
    if (covered > length) topics.clear()
    length = covered
    for (const { topic, weight: own } of match.targets)
      topics.set(topic, Math.max(topics.get(topic) ?? 0, own * weight))
  }
  consider(tokens, (matched) => matched, 1)
  if (each.joined !== null) consider([each.joined, ...tokens.slice(2)], (matched) => matched + 1, 1)
  for (const [index, { joined }] of run.entries())
    if (index > 0 && joined !== null)
      consider(
        [...tokens.slice(0, index), joined, ...tokens.slice(index + 2)],
        (matched) => (matched > index ? matched + 1 : matched),
        1,
      )
  const { isFiller } = lexicon.languages
  const content = [...run.keys()].filter((index) => index === 0 || !isFiller(tokens[index] ?? ''))
  if (!isFiller(each.word) && content.length < run.length)
    consider(
      content.map((index) => tokens[index] ?? ''),
      (matched) => (content[matched - 1] ?? 0) + 1,
      1,
    )
  // In either order: leaking toilet, toilet leaking.
  const [first, second] = content
  if (first === 0 && second !== undefined)
    consider([tokens[second] ?? '', each.word], (matched) => (matched === 2 ? second + 1 : 0), 1)
  if (isEnd)
    for (const completion of completions)
      consider(
        [...tokens.slice(0, -1), completion],
        (matched) => (matched === run.length ? matched : 0),
        completionWeight,
      )
  return { at, length, topics }
}

const isOnlyFiller = (words: QueryWord[], { languages }: Lexicon) =>
  words.every((each) => languages.isStop(each.word))

function conceptOf(
  text: string,
  words: QueryWord[],
  { at, length, topics }: Span,
  lexicon: Lexicon,
  completions: string[],
): Concept {
  const span = words.slice(at, at + length)
  const { isFiller, isStop, stemmers } = lexicon.languages
  const content = span.filter((each) => !isFiller(each.word))
  const counted = content.length > 0 ? content : span.filter((each) => !isStop(each.word))
  const isEnd = at + length === words.length
  const alternatives = new AlternativeList(maxAlternatives * stemmers.length)
  if (length === 1 || topics.size === 0) addTopicsOfWords(topics, span, lexicon)
  const specific = withoutCategories(topics, lexicon)
  const within = counted.some((each) => lexicon.topics.isProfession(each.word))
    ? lexicon.topics.categoriesOf([...specific.keys()])
    : undefined
  for (const stemOf of stemmers) {
    const terms = counted.map((each) => stemOf(each.word))
    alternatives.add(terms, 1, within)
    for (const [index, { joined }] of span.entries())
      if (joined !== null && index + 1 < span.length)
        alternatives.add(
          [...terms.filter((term) => !isPart(term, span, index, stemOf)), stemOf(joined)],
          1,
          within,
        )
  }
  for (const stemOf of stemmers) {
    const terms = counted.map((each) => stemOf(each.word))
    for (const [index, each] of counted.entries()) {
      const completing = isEnd && each === words.at(-1) ? completions : []
      for (const { term, weight, isProfession } of otherTerms(each.word, lexicon, completing, stemOf)) {
        const categories = isProfession ? lexicon.topics.categoriesOf([...specific.keys()]) : within
        alternatives.add(terms.with(index, term), weight, categories)
      }
    }
  }
  const places = placesOf(span, lexicon)
  return {
    typed: text.slice(span[0]?.start, span.at(-1)?.end),
    alternatives: alternatives.list,
    topics: [...specific].map(([id, weight]) => ({ id, weight })),
    places: places.length > 0 ? places : undefined,
  }
}

/** The places that words name which are not understood as a place. */
function placesOf(span: QueryWord[], { places }: Lexicon): number[] {
  const match = places.match(
    span.map((each) => each.word),
    0,
  )
  return match?.length === span.length ? match.places.flatMap(({ ids }) => ids) : []
}

/** Leaves out categories of which a subcategory matches, too: they contain much else. */
function withoutCategories(topics: Map<number, number>, { topics: catalog }: Lexicon): Map<number, number> {
  const isCategory = (id: number) => catalog.categoriesOf([id]).includes(id)
  const covered = new Set(
    [...topics.keys()].filter((id) => !isCategory(id)).flatMap((id) => catalog.categoriesOf([id])),
  )
  return new Map([...topics].filter(([id]) => !covered.has(id)))
}

/** Whether a term is of one of the two words that are joined at `index`. */
const isPart = (term: string, span: QueryWord[], index: number, stemOf: (word: string) => string) =>
  [span[index], span[index + 1]].some((each) => each && stemOf(each.word) === term)

/** The terms that a word can be replaced by. */
function otherTerms(
  word: string,
  lexicon: Lexicon,
  completions: string[],
  stemOf: (word: string) => string,
): { term: string; weight: number; isProfession?: boolean }[] {
  const completed = completions.map((completion) => ({ term: stemOf(completion), weight: completionWeight }))
  if (stemOf !== stem) return completed
  return [
    ...lexicon.topics
      .professionsOf(word)
      .filter((other) => countForms(other, lexicon.vocabulary) > 0)
      .map((other) => ({
        term: stem(other),
        weight: professionWeight,
        isProfession: lexicon.topics.isProfession(other),
      })),
    ...[...relatedTo(stem(word))].map((term) => ({ term, weight: relatedWeight })),
    ...completed,
  ]
}

/** Adds the topics whose name contains the word, or all words of a compound. */
function addTopicsOfWords(topics: Map<number, number>, span: QueryWord[], lexicon: Lexicon) {
  const found = span.map(
    (each) => new Map(topicsOfWord(each.word, lexicon).map(({ id, weight }) => [id, weight])),
  )
  const joined = span[0]?.joined
  const named = joined && span.length === 2 ? topicsOfWord(joined, lexicon) : []
  for (const [id, weight] of found[0] ?? [])
    if (found.every((each) => each.has(id))) topics.set(id, Math.max(topics.get(id) ?? 0, weight))
  if (span.length === 1 && topics.size === 0 && found[0]?.size === 0)
    for (const term of relatedTo(stem(span[0]?.word ?? '')))
      for (const { id, weight } of lexicon.topics.topicsOf(term)) topics.set(id, weight * relatedWeight)
  for (const { id, weight } of named) topics.set(id, Math.max(topics.get(id) ?? 0, weight))
}

/** Alternatives without duplicates, the best first. */
class AlternativeList {
  readonly list: Alternative[] = []
  readonly #known = new Set<string>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  add(terms: string[], weight: number, within?: number[]) {
    const unique = [...new Set(terms)]
    const key = unique.toSorted().join(' ')
    if (unique.length === 0 || this.#known.has(key) || this.list.length === this.#max) return
    this.#known.add(key)
    this.list.push({ terms: unique, weight, within })
  }
}

/** Returns the concepts of quoted phrases. Nothing but their own words matches. */
export function phraseConcepts(phrases: string[], languages: QueryLanguages): Concept[] {
  return phrases.flatMap((phrase) => {
    const variants = new AlternativeList(languages.stemmers.length)
    for (const terms of languages.termsOf(phrase)) variants.add(terms, 1)
    return variants.list.length === 0 ? [] : [{ typed: phrase, alternatives: variants.list, topics: [] }]
  })
}
