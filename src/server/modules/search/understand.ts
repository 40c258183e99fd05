/**
 * Understands the text of a search, and says how else it can be read. The steps of `understand` run from top to bottom; each is a function with its own
 * tests in `language/`. Typos come before places and synonyms, so that misspelled ones are recognized.
 */
import { tokenize } from '../../platform/tokenize.ts'
import type { Day } from './engine.ts'
import { buildConcepts, fillerConcepts, limitConcepts, phraseConcepts } from './language/concepts.ts'
import type { Lexicon } from './language/lexicon.ts'
import type { ParsedQuery, RecognizedDays } from './language/parsed-query.ts'
import { mainClauseOf, quotedPhrasesOf, readWords } from './language/query-words.ts'
import { recognizeDays } from './language/recognize-days.ts'
import { recognizePlace, recognizePostalCode } from './language/recognize-place.ts'
import { recognizePrice } from './language/recognize-price.ts'
import { correctedText, correctTypos, joinCompounds, splitCompounds } from './language/spelling.ts'
import { termsOf } from './language/words.ts'
import type { SearchRequest } from './requests.ts'

type UnderstandOptions = {
  /** Searches for the words as typed: does not correct typos. */
  verbatim?: boolean
  /** Whether to recognize a place; otherwise its words are words like any others. On by default. */
  places?: boolean
  /** Whether to recognize days; otherwise their words are words like any others. On by default. */
  days?: boolean
  /** Reads only the main clause of a sentence. */
  mainClause?: boolean
  /** A date without a year is the next one. */
  today?: Day
}

/** Returns what a search text asks for. Takes at most a few milliseconds, whatever the text. */
export function understand(text: string, lexicon: Lexicon, options: UnderstandOptions = {}): ParsedQuery {
  const { verbatim = false, places = true, days: mayNameDays = true, today = '2000-01-01' } = options
  /** Whether the last word may be incomplete. */
  const mayComplete = /[\p{L}\p{N}]$/u.test(text)

  const phrases = quotedPhrasesOf(text)
  const { languages } = lexicon
  const read = readWords(text, languages)
  const main = mainClauseOf(read, languages)
  const typed = splitCompounds(options.mainClause && main ? main : read, lexicon)
  const spelled = verbatim ? typed : correctTypos(typed, lexicon, mayComplete)
  const { price, words: unpriced } = recognizePrice(text, spelled, lexicon)
  const { days, words: undated } = mayNameDays
    ? recognizeDays(text, unpriced, lexicon, today)
    : { days: null, words: unpriced }
  const { near, words: uncoded } = recognizePostalCode(text, undated, lexicon)
  const joined = joinCompounds(uncoded, lexicon)
  const { place, words } = places ? recognizePlace(text, joined, lexicon) : { place: null, words: joined }
  const endsWithWord = mayComplete && words.at(-1) === joined.at(-1) && uncoded.at(-1) === spelled.at(-1)
  const ofWords = [
    ...phraseConcepts(phrases, languages),
    ...buildConcepts(text, words, lexicon, endsWithWord),
  ]
  const isFilter = place ?? price ?? days ?? near
  const concepts = ofWords.length === 0 && !isFilter ? fillerConcepts(text, words, languages) : ofWords

  return {
    concepts: limitConcepts(concepts),
    phrases: phrases.map((phrase) => termsOf(phrase)).filter((terms) => terms.length > 0),
    // The town of a postal code is in the place that is named beside it.
    place: near ? null : place,
    corrected: correctedText(text, typed, spelled),
    price,
    days,
    near,
    hasClauses: main !== null,
  }
}

export type Readings = { parsed: ParsedQuery; main: ParsedQuery | null; others: ParsedQuery[] }

/**
 * Returns how a text can be read. The likeliest reading has a place and days as filters. The main clause of a sentence counts if no
 * listing matches all of it; the others, in which these words are ordinary ones, only if nothing else is found: `food truck friday`
 * may be the name of an event.
 */
export function readingsOf(known: Lexicon, request: SearchRequest): Readings {
  const { text, verbatim, filter, today } = request
  const isPlaceChosen = filter.near !== undefined || filter.places.length > 0
  const read = (options: UnderstandOptions) =>
    understand(text, known, { verbatim, places: !isPlaceChosen, today, ...options })
  const parsed = read({})
  // Services have no days, so there these words only matter beside others.
  if (parsed.days && filter.kind === 'service' && isEmptyQuery({ ...parsed, days: null }))
    return { parsed: read({ days: false }), main: null, others: [] }
  const main = parsed.hasClauses ? read({ mainClause: true }) : null
  const others = [
    ...(isFree(parsed) ? [{ ...parsed, price: null }] : []),
    ...(parsed.days && filter.kind === 'event' && mayBeWords(parsed.days, known)
      ? [read({ days: false })]
      : []),
    ...(parsed.place ? [read({ places: false })] : []),
  ]
  return {
    parsed,
    main: main && !isEmptyQuery(main) ? main : null,
    others: others.filter((reading) => !isEmptyQuery(reading)),
  }
}

/** Whether a text has no words, such as `?!`. */
export const isEmptyQuery = ({ concepts, place, price, days, near }: ParsedQuery): boolean =>
  concepts.length === 0 && !(place ?? price ?? days ?? near)

/** Whether the words for days say something else, too: Friday, but not tonight, and not May 5. */
const mayBeWords = ({ typed }: RecognizedDays, { languages }: Lexicon) =>
  !/\d/.test(typed) && !tokenize(typed).every(languages.isFiller)

const isFree = ({ price }: ParsedQuery) => price?.range.max === 0
