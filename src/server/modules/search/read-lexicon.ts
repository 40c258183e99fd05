/** Reads what understanding a text needs to know: the words of listings, synonyms, and the names of topics and places. */
import { createRequire } from 'node:module'
import { findWord } from '../../platform/sorted-words.ts'
import type { Catalog } from '../catalog/service.ts'
import type { SearchEngine } from './engine.ts'
import type { Lexicon } from './language/lexicon.ts'
import { createCatalogTerms, loadSynonyms } from './language/topic-names.ts'
import { createVocabulary } from './language/vocabulary.ts'

/** Reading the words takes at most this share of the time, in which searches wait. */
const readingShare = 0.003
/** A search waits for newer words if reading them takes less than this. Otherwise, it uses those that were read before. */
const quickReadMs = 25

/** The words of listings change; names stay the same until the process restarts. All are read when first needed. */
export function createLexiconReader(engine: Pick<SearchEngine, 'words'>, catalog: Catalog) {
  let names: ReturnType<typeof readNames> | null = null
  let latest: { lexicon: Lexicon; readAt: number; tookMs: number } | null = null
  let reading: Promise<Lexicon> | null = null

  async function read(): Promise<Lexicon> {
    names ??= readNames(catalog)
    const { english, catalogWords, ...known } = await names
    const started = performance.now()
    const listings = new Map(await engine.words({ fresh: false }))
    for (const word of catalogWords) if (!listings.get(word)) listings.set(word, 1)
    for (const word of english) if (!listings.has(word)) listings.set(word, 0)
    const lexicon = { ...known, vocabulary: createVocabulary(listings) }
    const readAt = performance.now()
    latest = { lexicon, readAt, tookMs: readAt - started }
    return lexicon
  }

  function refresh(): Promise<Lexicon> {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }

  return async (): Promise<Lexicon> => {
    if (!latest) return refresh()
    const { lexicon, readAt, tookMs } = latest
    if (performance.now() - readAt < tookMs / readingShare) return lexicon
    // New words can wait. A failure to read them must not fail the search.
    const refreshed = refresh().catch(() => lexicon)
    return tookMs < quickReadMs ? refreshed : lexicon
  }
}

async function readNames(catalog: Catalog) {
  const [synonyms, places] = await Promise.all([loadSynonyms(catalog.categories()), catalog.placeNames()])
  const topics = createCatalogTerms(catalog.categories())
  const placeWords = new Set(places.words())
  const catalogWords = [...new Set([...synonyms.words(), ...placeWords, ...topics.words()])]
  const english = readEnglishWords()
  const staticWords = [...catalogWords, ...english].sort()
  const isStatic = (word: string) => findWord(staticWords, word) !== -1
  return { synonyms, places, topics, placeWords, isStatic, catalogWords, english }
}

/** Rarer words of the list are mostly names and misspellings. */
const maxEnglishWords = 25_000

/** Returns common English words, so that a correct word that no listing contains is not taken for a typo. */
export const readEnglishWords = (): string[] =>
  readCommonWords()
    .slice(0, maxEnglishWords)
    .filter((word) => /^[a-z]{2,}$/.test(word))

/** Returns common English words, the most common first, and frees the modules that have them: imported ones stay in memory. */
function readCommonWords(): string[] {
  const require = createRequire(import.meta.url)
  const loadedBefore = new Set(Object.keys(require.cache))
  // The main module of the package also has lists of names and titles.
  const words: string[] = require('@zxcvbn-ts/language-en/dist/commonWords.json.cjs')
  for (const path of Object.keys(require.cache)) if (!loadedBefore.has(path)) delete require.cache[path]
  return words
}
