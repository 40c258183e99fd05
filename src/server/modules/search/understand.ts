/**
 * Understands the text of a search. The steps of `understand` run from top to bottom; each is a function with its own
 * tests in `language/`. Typos come before places and synonyms, so that misspelled ones are recognized.
 */
import { joinCompounds, splitCompounds } from './language/compounds.ts'
import {
  buildConcepts,
  fillerConcepts,
  limitConcepts,
  phraseConcepts,
  takeFree,
} from './language/concepts.ts'
import type { Knowledge } from './language/knowledge.ts'
import { quotedPhrasesOf, readWords } from './language/query-words.ts'
import { recognizePlace } from './language/recognize-place.ts'
import { correctedText, correctTypos } from './language/typos.ts'
import { termsOf } from './language/words.ts'
import type { ParsedQuery } from './types.ts'

export type UnderstandOptions = {
  /** Searches for the words as typed: does not correct typos. */
  verbatim?: boolean
  /** Whether to recognize a place; otherwise its words are words like any others. On by default. */
  places?: boolean
  /** Whether the last word may be incomplete. On by default. */
  prefix?: boolean
}

/** Returns what a search text asks for. Takes at most a few milliseconds, whatever the text. */
export function understand(text: string, knowledge: Knowledge, options: UnderstandOptions = {}): ParsedQuery {
  const { verbatim = false, places = true, prefix = true } = options
  const mayComplete = prefix && /[\p{L}\p{N}]$/u.test(text)

  const phrases = quotedPhrasesOf(text)
  const typed = splitCompounds(readWords(text), knowledge)
  const spelled = verbatim ? typed : correctTypos(typed, knowledge, mayComplete)
  const joined = joinCompounds(spelled, knowledge)
  const { place, words } = places ? recognizePlace(text, joined, knowledge) : { place: null, words: joined }
  const { free, words: priced } = takeFree(words, knowledge)
  const endsWithWord = mayComplete && priced.at(-1) === joined.at(-1)
  const said = [...phraseConcepts(phrases), ...buildConcepts(text, priced, knowledge, endsWithWord)]
  const concepts = said.length === 0 && !place ? fillerConcepts(text, words) : said

  return {
    concepts: limitConcepts(concepts),
    phrases: phrases.map(termsOf).filter((terms) => terms.length > 0),
    place,
    corrected: correctedText(text, typed, spelled),
    free,
  }
}
