/** Reads the words of a search text, together with how they were typed. */
import { normalizeText, tokenize } from '../../../platform/tokenize.ts'
import type { RecognizedPart } from './parsed-query.ts'
import type { QueryLanguages } from './query-languages.ts'

/** A word of a search. Words that were typed as one (`dogwalker`) share their position in the text. */
export type QueryWord = {
  /** Normalized, unstemmed, with typos corrected. */
  word: string
  /** The position of the typed word in the text. */
  start: number
  end: number
  /** Whether it was typed in capitals, and not all of the text is. */
  capitals: boolean
  /** Whether a comma precedes it. */
  afterComma: boolean
  /** Whether it is inside a quoted phrase. */
  quoted: boolean
  /** The same word together with the next one, if they are also written as one word: `potluck` for `pot` `luck`. */
  joined: string | null
}

/** Longer texts are not searches; the rest is ignored. */
const maxLength = 1000
/** Words beyond these are ignored, which limits the time to understand a text. */
const maxWords = 30

const typedWords = /[\p{L}\p{N}\p{M}\p{Cf}'’‘ʼ׳״]+|&/gu
const quotedPhrase = /["“”„«»]([^"“”„«»]*)["“”„«»]/gu

/** Returns the words of a text in order. */
export function readWords(text: string, languages: Pick<QueryLanguages, 'others'>): QueryWord[] {
  const head = languages.others.reduce((rest, { elide }) => elide(rest), text.slice(0, maxLength))
  const quotes = [...head.matchAll(quotedPhrase)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  )
  const shouting = !/\p{Ll}/u.test(head)
  const words: QueryWord[] = []
  let previousEnd = 0
  for (const { 0: typed, index: start } of head.matchAll(typedWords)) {
    const end = start + typed.length
    const shared = {
      start,
      end,
      capitals: !shouting && /^\p{Lu}+$/u.test(typed),
      quoted: quotes.some(([from, to]) => start > from && end < to),
      joined: null,
    }
    const afterComma = words.length > 0 && text.slice(previousEnd, start).includes(',')
    for (const word of tokenize(typed)) {
      words.push({ word, afterComma, ...shared })
      if (words.length === maxWords) return words
    }
    previousEnd = end
  }
  return words
}

/** Returns the words of each quoted phrase. */
export function quotedPhrasesOf(text: string): string[] {
  return [...text.slice(0, maxLength).matchAll(quotedPhrase)].flatMap(({ 1: phrase }) =>
    phrase && normalizeText(phrase).trim() ? [phrase.trim()] : [],
  )
}

/** Takes a part out of a search text: what was typed there, the text without it, and the other words. */
export function cutPart(
  text: string,
  words: QueryWord[],
  start: number,
  end: number,
): RecognizedPart & { words: QueryWord[] } {
  const rest = `${text.slice(0, start)} ${text.slice(end)}`.replace(/\s+/g, ' ')
  return {
    typed: text.slice(start, end),
    rest: rest.replace(/^[\s,;]+|[\s,;]+$/g, ''),
    words: words.filter((word) => word.end <= start || word.start >= end),
  }
}

/** Words that begin a clause about when, why, or of what kind. */
const conjunctions: ReadonlySet<string> = new Set(
  'before after while when whenever until till because since although unless if once so that which who'.split(
    ' ',
  ),
)
const pronouns: ReadonlySet<string> = new Set('i we you they he she'.split(' '))

/** Returns the words before the first subordinate clause; null if there is none: `clean my apartment` before moving out. */
export function mainClauseOf(
  words: QueryWord[],
  { isFiller }: Pick<QueryLanguages, 'isFiller'>,
): QueryWord[] | null {
  const isContent = (at: number) => words[at] !== undefined && !isFiller(words[at].word)
  const at = words.findIndex(
    ({ word, quoted }, index) =>
      !quoted &&
      words.slice(0, index).some((_, before) => isContent(before)) &&
      // The wardrobe I ordered
      (conjunctions.has(word) || (pronouns.has(word) && isContent(index - 1))),
  )
  return at > 0 && words.slice(at + 1).some((each) => !isFiller(each.word)) ? words.slice(0, at) : null
}
