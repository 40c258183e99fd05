/** Finds the postal code that a search names: `plumber 78704`, `yoga M5V 2T6`. */
import { circleAround } from '../../../../shared/distance.ts'
import { postalCodesIn } from '../../catalog/service.ts'
import { cutPart } from './cut-part.ts'
import type { RecognizedTown } from './parsed-query.ts'
import type { QueryWord } from './query-words.ts'

/** First halves of Canadian codes that people use for something else. */
const otherMeanings: ReadonlySet<string> = new Set(['A1C', 'B2B', 'B2C', 'C2C', 'E2E', 'G2G', 'H2O', 'P2P'])
const preposition = /(?:^|\s)(?:in|near|around|at|within)\s+$/i

/** Returns the town of the first postal code in the text, and the words without the code and its preposition. */
export function recognizePostalCode(
  text: string,
  words: QueryWord[],
): { near: RecognizedTown | null; words: QueryWord[] } {
  for (const { code, at, isHalf, town } of postalCodesIn(text)) {
    const end = at + code.length
    if (words.some((word) => word.quoted && word.start < end && word.end > at)) continue
    if (!words.some((word) => word.start >= at && word.end <= end)) continue
    const before = text.slice(0, at).match(preposition)?.[0] ?? ''
    // Three characters are mostly something else.
    if (isHalf && (otherMeanings.has(code.toUpperCase()) || (!before && !isCode(code, text)))) continue
    if (!town) continue
    const { words: others, ...part } = cutPart(text, words, at - before.trimStart().length, end)
    return { near: { ...part, name: town.name, ...circleAround(town) }, words: others }
  }
  return { near: null, words }
}

/** Whether it is written as codes are: in capitals, or alone. */
const isCode = (half: string, text: string) => half === half.toUpperCase() || half === text.trim()
