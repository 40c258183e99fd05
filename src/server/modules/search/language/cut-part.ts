import type { RecognizedPart } from './parsed-query.ts'
import type { QueryWord } from './query-words.ts'

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
