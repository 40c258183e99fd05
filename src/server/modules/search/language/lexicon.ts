/** What the site knows about words: everything that understanding a search depends on, besides its text. */
import { normalizeText } from '../../../platform/tokenize.ts'
import type { Catalog, CatalogSnapshot, Derived, PlaceNames } from '../../catalog/service.ts'
import { atMost, type SearchEngine } from '../engine.ts'
import { type LanguageWords, readCommonWords } from './language-words.ts'
import type { QueryLanguages } from './query-languages.ts'
import { preferredSpellings } from './spellings.ts'
import { type CatalogTerms, createCatalogTerms, loadSynonyms, type Synonyms } from './topic-names.ts'
import { createVocabulary, type Vocabulary, withCounts } from './vocabulary.ts'
import { stem } from './words.ts'

export type Lexicon = {
  /** Those of the site. */
  languages: QueryLanguages
  /** The words of listings, the catalog, places, and synonyms. */
  vocabulary: Vocabulary
  /** What people call topics. */
  synonyms: Pick<Synonyms, 'match'>
  places: Pick<PlaceNames, 'match'>
  /** The countries of the site, whose postal codes are recognized. */
  countryCodes: readonly string[]
  /** All words of place names. */
  placeWords: ReadonlySet<string>
  /** Returns whether a word is known without any listing: of the language, the catalog, places, or synonyms. */
  isStatic: (word: string) => boolean
  topics: CatalogTerms
}

/** Reading the words takes at most this share of the time, in which searches wait. */
const readingShare = 0.003
/** A search waits for newer words if reading them takes less than this. Otherwise, it uses those that were read before. */
const quickReadMs = 25
/** A search waits so long for the first words, as long as for the search process. Reading them goes on. */
const defaultFirstReadMs = 5_000

/**
 * The words of listings change, and names with the catalog. All are read when first needed. New names count at once; the words of a large
 * site, which take seconds to read, are not read again for them.
 */
export function createLexiconReader(
  engine: Pick<SearchEngine, 'words'>,
  catalog: Catalog,
  languages: () => QueryLanguages,
  { firstReadMs = defaultFirstReadMs } = {},
) {
  const byLanguages = new Map<QueryLanguages, Derived<Names>>()
  function names(): Names {
    const current = languages()
    const known =
      byLanguages.get(current) ??
      catalog.derived((snapshot) => buildNames(snapshot, catalog.placeNames(snapshot), current))
    byLanguages.set(current, known)
    return known()
  }
  let latest: { lexicon: Lexicon; of: Names; readAt: number; tookMs: number } | null = null
  let renamed: { from: Lexicon; of: Names; lexicon: Lexicon } | null = null
  let reading: Promise<Lexicon> | null = null

  async function read(): Promise<Lexicon> {
    const of = names()
    const { commonWords, catalogWords } = of
    const started = performance.now()
    const listings = new Map(await engine.words({ fresh: false }))
    for (const word of catalogWords) if (!listings.get(word)) listings.set(word, 1)
    for (const words of commonWords) for (const word of words) if (!listings.has(word)) listings.set(word, 0)
    const lexicon = { ...namesOf(of), vocabulary: createVocabulary(listings) }
    const readAt = performance.now()
    latest = { lexicon, of, readAt, tookMs: readAt - started }
    return lexicon
  }

  /** Returns a lexicon with the current names, without reading the words of listings again. */
  function withNames({ lexicon, of }: { lexicon: Lexicon; of: Names }, current: Names): Lexicon {
    if (of === current) return lexicon
    if (renamed?.from !== lexicon || renamed.of !== current) {
      const counts = new Map<string, number>()
      for (const words of current.commonWords) for (const word of words) counts.set(word, 0)
      for (const word of current.catalogWords) counts.set(word, 1)
      for (const word of counts.keys()) if (lexicon.vocabulary.has(word)) counts.delete(word)
      const vocabulary = withCounts(lexicon.vocabulary, counts, current.isStatic)
      renamed = { from: lexicon, of: current, lexicon: { ...namesOf(current), vocabulary } }
    }
    return renamed.lexicon
  }

  function refresh(): Promise<Lexicon> {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }

  return async (): Promise<Lexicon> => {
    if (!latest) return atMost(firstReadMs, refresh())
    const { of, readAt, tookMs } = latest
    const known = withNames(latest, names())
    const isDue = performance.now() - readAt >= tookMs / readingShare
    if (!isDue && (of === names() || tookMs >= quickReadMs)) return known
    // New words can wait. A failure to read them must not fail the search.
    const refreshed = refresh().catch(() => known)
    return tookMs < quickReadMs ? refreshed : known
  }
}

type Names = ReturnType<typeof buildNames> extends Generator<void, infer Result> ? Result : never

const namesOf = ({ commonWords: _, catalogWords: __, ...names }: Names): Omit<Lexicon, 'vocabulary'> => names

function* buildNames(snapshot: CatalogSnapshot, places: PlaceNames, languages: QueryLanguages) {
  const synonyms = yield* loadSynonyms(snapshot.searchedTopics(), languages)
  const topics = createCatalogTerms(snapshot.categories(), languages)
  const countryCodes = snapshot.places().countries.map(({ code }) => code)
  const placeWords = yield* setOf(places.words())
  const catalogWords = yield* setOf(synonyms.words(), placeWords, topics.words())
  const commonWords = [commonEnglish(), ...languages.others.map(commonWordsOf)]
  const isStatic = (word: string) => catalogWords.has(word) || commonWords.some((words) => words.has(word))
  return {
    languages,
    synonyms,
    places,
    topics,
    countryCodes,
    placeWords,
    isStatic,
    catalogWords,
    commonWords,
  }
}

function* setOf(...lists: Iterable<string>[]) {
  const words = new Set<string>()
  for (const list of lists)
    for (const word of list) {
      words.add(word)
      if (words.size % wordsPerStep === 0) yield
    }
  return words
}

/** How many words are added between two slices of time. */
const wordsPerStep = 1_000

let english: ReadonlySet<string> | null = null
const commonEnglish = (): ReadonlySet<string> => {
  english ??= new Set(readEnglishWords())
  return english
}

/** Rarer words of the lists are mostly names and misspellings. */
const maxCommonWords = 25_000

/** Returns common English words, so that a correct word that no listing contains is not taken for a typo. */
export const readEnglishWords = (): string[] =>
  readCommonWords('@zxcvbn-ts/language-en')
    .slice(0, maxCommonWords)
    .filter((word) => /^[a-z]{2,}$/.test(word))

const commonByLanguage = new WeakMap<LanguageWords, ReadonlySet<string>>()

/** Returns the same of another language, without accents. */
function commonWordsOf(language: LanguageWords): ReadonlySet<string> {
  const known =
    commonByLanguage.get(language) ??
    new Set(
      language
        .commonWords()
        .slice(0, maxCommonWords)
        .map(normalizeText)
        .filter((word) => /^[a-z]{2,}$/.test(word)),
    )
  commonByLanguage.set(language, known)
  return known
}

/** Returns whether the words are a phrase of the synonyms, the catalog, or place names, from the first to the last. */
export function isPhrase(words: string[], { synonyms, places }: Lexicon): boolean {
  return synonyms.match(words, 0)?.length === words.length || places.match(words, 0)?.length === words.length
}

/** Returns whether a word occurs only in place names, such as the Terre of Terre Haute. Takes a known word. */
export const isOnlyInNames = (word: string, { vocabulary, placeWords, synonyms }: Lexicon): boolean =>
  vocabulary.count(word) < 2 && placeWords.has(word) && synonyms.match([word], 0) === null

/** Returns whether the word is one of the catalog or the synonyms, or means nearly the same as one. */
export const isTopicWord = (word: string, lexicon: Lexicon): boolean =>
  topicsOfWord(word, lexicon).length > 0 ||
  lexicon.synonyms.match([word], 0) !== null ||
  [...relatedTo(stem(word))].length > 0

/** Returns the topics whose name contains the word in any of the languages, with the weight of such a match. */
export function topicsOfWord(word: string, { topics, languages }: Lexicon): { id: number; weight: number }[] {
  const [first, ...others] = languages.stemsOf(word).map(topics.topicsOf)
  if (others.length === 0) return first ?? []
  const weights = new Map<number, number>()
  for (const { id, weight } of [first ?? [], ...others].flat())
    weights.set(id, Math.max(weight, weights.get(id) ?? 0))
  return [...weights].map(([id, weight]) => ({ id, weight }))
}

/** Returns the number of listings with the word or one of its inflections; 0 if none is known. */
export function countForms(word: string, vocabulary: Vocabulary): number {
  return formsOf(word).reduce((most, form) => Math.max(most, vocabulary.count(form)), 0)
}

/** Returns whether the word or one of its inflections is known, even if no listing contains it. */
export const isKnownWord = (word: string, vocabulary: Vocabulary): boolean =>
  formsOf(word).some((form) => vocabulary.has(form))

/** The word in the singular, in the plural, and without `-ing` and `-ed`, in American spelling. Some are not words. */
function formsOf(word: string): string[] {
  const forms = [`${word}s`]
  const preferred = preferredSpellings.get(word)
  if (preferred) forms.push(preferred)
  if (word.length >= 4 && word.endsWith('s')) forms.push(word.slice(0, -1))
  if (word.length >= 5 && word.endsWith('es')) forms.push(word.slice(0, -2))
  if (word.length >= 5 && word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.length >= 6 && word.endsWith('ing')) forms.push(word.slice(0, -3), `${word.slice(0, -3)}e`)
  if (word.length >= 5 && word.endsWith('ed')) forms.push(word.slice(0, -2), word.slice(0, -1))
  // Other stems are other words: `swiming` is no form of `swim`.
  const own = stem(word)
  return [word, ...forms.filter((form) => stem(form) === own)]
}

const maxCompletions = 8
/** A known word counts as incomplete only if a longer word is this many times as common. */
const farMoreCommon = 20
/** A word that names no topic counts as incomplete, too, if a longer one names one and is this many times as common: elect. */
const moreCommon = 3
/** A word of at most this many listings may be the beginning of any longer one that names a topic. */
const maxRare = 3

/**
 * Returns the words that begin with an incomplete word, the most common first, one per stem; none if the word is
 * complete.
 */
export function completionsOf(word: string, lexicon: Lexicon): string[] {
  const { vocabulary } = lexicon
  if (word.length < 2 || /^\d+$/.test(word)) return []
  const longer = vocabulary.withPrefix(word, 4 * maxCompletions).filter((each) => each.word !== word)
  const isKnown = vocabulary.has(word)
  const count = vocabulary.count(word)
  const isTopic = isTopicWord(word, lexicon)
  const neededOf = (other: string) => {
    if (!isKnown) return 0
    if (isTopic || !isTopicWord(other, lexicon)) return Math.max(2, count * farMoreCommon)
    return count <= maxRare ? 1 : count * moreCommon
  }
  if (isKnown && word.length < 3) return []
  const byStem = new Map<string, string>()
  for (const each of longer) {
    const term = stem(each.word)
    if (each.count < neededOf(each.word) || term === stem(word) || byStem.has(term)) continue
    if (!isOnlyInNames(each.word, lexicon)) byStem.set(term, each.word)
  }
  return [...byStem.values()].slice(0, maxCompletions)
}

// ── Related words ───────────────────────────────────────────────────────────────────────────────────────────────────────

/*
 * Words that mean nearly the same in an advertisement: forms that the stemmer keeps apart (clean, cleaner) and everyday equivalents
 * (kid, child). What belongs to one subcategory is in the synonyms of the catalog instead.
 */

/** What is done, and who does it. */
const activities = `
  bake baker bakery, braid braider, build builder, clean cleaner, climb climber, coach coaching,
  cook cooker cookery, dance dancer, design designer, drive driver, drum drummer, edit editor,
  film filmmaker, garden gardener, groom groomer, haul hauler, hem hemming, hike hiker, juggle juggler,
  knit knitter, mow mower, move mover, organize organizer, paint painter, plan planner, plant planter,
  pack packer, plumb plumber plumbing, program programmer, quilt quilter, ride rider, roof roofer,
  run runner, sew sewer seamstress, sing singer vocalist, sit sitter, swim swimmer, tile tiler,
  trim trimmer, tune tuner, walk walker, wash washer, weld welder, write writer, caddy caddie, art artist,
  bartend bartender, bookkeeping bookkeeper, calligraphy calligrapher, carpentry carpenter, cello cellist,
  comedy comedian, drama dramatic, electrician electrical electric, guitar guitarist, jewelry jeweler,
  magic magician, music musician musical, notary notarize notarization, piano pianist, pottery potter,
  style stylist, tailor tailoring, therapy therapist, train trainer, tutor tutoring,
  video videographer videography, violin violinist fiddle, wax waxing, accounting accountant`
const equivalents = `
  lesson class course instruction teacher teaching instructor tutor, repair fix mend, remove removal,
  photo photograph photography photographer, kid child, bike bicycle cycling, car auto automobile vehicle,
  dog puppy pup, cat kitten, house home, tv television, computer laptop pc, concert gig, fair festival fest,
  senior elderly elder, rent rental, deliver delivery, install installation, mom mother, dad father,
  trash garbage rubbish, couch sofa, fridge refrigerator, gym fitness, website web webpage,
  math maths mathematics, bday birthday, apartment flat condo, theater drama, holiday vacation,
  beginner novice, wifi internet, lawn grass`

const groups = [activities, equivalents].flatMap((text) => text.trim().split(/,\s+/))

/** The stems of the other words of its groups by stem. */
const relatedStems = new Map<string, Set<string>>()
for (const group of groups) {
  const stems = [...new Set(group.split(' ').map(stem))]
  for (const one of stems) {
    const related = relatedStems.get(one) ?? new Set()
    for (const other of stems) if (other !== one) related.add(other)
    relatedStems.set(one, related)
  }
}

/** Problems, which ask for a repair; who asks for repairs does not look for problems. */
for (const problem of ['broken', 'broke', 'cracked', 'damaged'])
  relatedStems.set(stem(problem), new Set([stem('repair'), stem('fix')]))

/** Returns the stems of words that mean nearly the same. Takes a stem. */
export const relatedTo = (term: string): Iterable<string> => relatedStems.get(term) ?? []
