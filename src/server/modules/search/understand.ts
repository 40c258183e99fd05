/**
 * Understands the text of a search. The steps of `understand` run from top to bottom; each is a function with its own
 * tests in `language/`. Typos come before places and synonyms, so that misspelled ones are recognized.
 */
import type { Day } from './engine.ts'
import { joinCompounds, splitCompounds } from './language/compounds.ts'
import { buildConcepts, fillerConcepts, limitConcepts, phraseConcepts } from './language/concepts.ts'
import type { Knowledge } from './language/knowledge.ts'
import { mainClauseOf } from './language/main-clause.ts'
import type { ParsedQuery } from './language/parsed-query.ts'
import { quotedPhrasesOf, readWords } from './language/query-words.ts'
import { recognizeDays } from './language/recognize-days.ts'
import { recognizePlace } from './language/recognize-place.ts'
import { recognizePostalCode } from './language/recognize-postal-code.ts'
import { recognizePrice } from './language/recognize-price.ts'
import { correctedText, correctTypos } from './language/typos.ts'
import { termsOf } from './language/words.ts'

export type UnderstandOptions = {
  /** Searches for the words as typed: does not correct typos. */
  verbatim?: boolean
  /** Whether to recognize a place; otherwise its words are words like any others. On by default. */
  places?: boolean
  /** Whether to recognize days; otherwise their words are words like any others. On by default. */
  days?: boolean
  /** Reads only the main clause of a sentence. */
  mainClause?: boolean
  /** Whether the last word may be incomplete. On by default. */
  prefix?: boolean
  /** A date without a year is the next one. */
  today?: Day
}

/** Returns what a search text asks for. Takes at most a few milliseconds, whatever the text. */
export function understand(text: string, knowledge: Knowledge, options: UnderstandOptions = {}): ParsedQuery {
  const {
    verbatim = false,
    places = true,
    days: mayNameDays = true,
    prefix = true,
    today = '2000-01-01',
  } = options
  const mayComplete = prefix && /[\p{L}\p{N}]$/u.test(text)

  const phrases = quotedPhrasesOf(text)
  const read = readWords(text)
  const main = mainClauseOf(read)
  const typed = splitCompounds(options.mainClause && main ? main : read, knowledge)
  const spelled = verbatim ? typed : correctTypos(typed, knowledge, mayComplete)
  const { price, words: unpriced } = recognizePrice(text, spelled, knowledge)
  const { days, words: undated } = mayNameDays
    ? recognizeDays(text, unpriced, knowledge, today)
    : { days: null, words: unpriced }
  const { near, words: uncoded } = recognizePostalCode(text, undated)
  const joined = joinCompounds(uncoded, knowledge)
  const { place, words } = places ? recognizePlace(text, joined, knowledge) : { place: null, words: joined }
  const endsWithWord = mayComplete && words.at(-1) === joined.at(-1) && uncoded.at(-1) === spelled.at(-1)
  const said = [...phraseConcepts(phrases), ...buildConcepts(text, words, knowledge, endsWithWord)]
  const isFilter = place ?? price ?? days ?? near
  const concepts = said.length === 0 && !isFilter ? fillerConcepts(text, words) : said

  return {
    concepts: limitConcepts(concepts),
    phrases: phrases.map(termsOf).filter((terms) => terms.length > 0),
    // The town of a postal code is in the place that is named beside it.
    place: near ? null : place,
    corrected: correctedText(text, typed, spelled),
    price,
    days,
    near,
    hasClauses: main !== null,
  }
}
