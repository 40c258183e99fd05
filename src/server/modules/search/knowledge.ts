/** What understanding a text needs to know: the words of listings, synonyms, and the names of topics and places. */
import type { Catalog } from '../catalog/service.ts'
import { categoriesOf } from './catalog-index.ts'
import type { SearchEngine } from './engine.ts'
import { createCatalogTerms } from './language/catalog-terms.ts'
import { readEnglishWords } from './language/english-words.ts'
import { indexVocabulary } from './language/index-vocabulary.ts'
import type { Knowledge } from './language/knowledge.ts'
import { compareCodeUnits, findWord, packWords } from './language/packed-words.ts'
import { loadSynonyms } from './language/synonyms.ts'
import { vocabularyOf } from './language/vocabulary.ts'
import { indexInThread } from './language/vocabulary-thread.ts'

/** Reading the words takes at most this share of the time, in which searches are slower. */
const readingShare = 0.003
/** A search waits for newer words if reading them takes less than this. Otherwise they are read in the background. */
const quickReadMs = 25

/** The words of listings change; names stay the same until the process restarts. All are read when first needed. */
export function createKnowledge(engine: Pick<SearchEngine, 'words'>, catalog: Catalog) {
  let names: Promise<Names> | null = null
  let latest: { knowledge: Knowledge; readAt: number; tookMs: number } | null = null
  let reading: Promise<Knowledge> | null = null

  function getNames(): Promise<Names> {
    names ??= readNames(catalog)
    return names
  }

  async function read(): Promise<Knowledge> {
    const { synonyms, places, topics, placeWords, catalogWords, english } = await getNames()
    const started = performance.now()
    const words = await engine.words({ fresh: false })
    const counted = words.map(([word, listings]) => `${word} ${listings}`).join('\n')
    const source = { counted, english, catalogWords: [...catalogWords] }
    // The first time, everything waits for it.
    const isSlow = latest !== null && latest.tookMs >= quickReadMs
    const index = isSlow ? await indexInThread(source) : indexVocabulary(source)
    const isStatic = (word: string) => catalogWords.has(word) || findWord(english, word) !== -1
    const knowledge = { vocabulary: vocabularyOf(index), synonyms, places, placeWords, isStatic, topics }
    const readAt = performance.now()
    latest = { knowledge, readAt, tookMs: readAt - started }
    return knowledge
  }

  function refresh(): Promise<Knowledge> {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }

  return {
    async current(): Promise<Knowledge> {
      if (!latest) return refresh()
      const { knowledge, readAt, tookMs } = latest
      if (performance.now() - readAt < tookMs / readingShare) return knowledge
      // New words can wait. A failure to read them must not fail the search.
      const refreshed = refresh().catch(() => knowledge)
      return tookMs < quickReadMs ? refreshed : knowledge
    },
  }
}

type Names = Awaited<ReturnType<typeof readNames>>

async function readNames(catalog: Catalog) {
  const [synonyms, places] = await Promise.all([
    loadSynonyms({ categories: catalog.categories() }),
    catalog.placeNames(),
  ])
  const topics = createCatalogTerms(categoriesOf(catalog))
  const placeWords = new Set(places.words())
  const catalogWords = new Set([...synonyms.words(), ...placeWords, ...topics.words()])
  return {
    synonyms,
    places,
    topics,
    placeWords,
    catalogWords,
    english: packWords(
      readEnglishWords()
        .map(([word]) => word)
        .sort(compareCodeUnits),
    ),
  }
}
