/** Sanitizes user text for drawings: removes what cannot be drawn, and detects the reading direction. */
import { type EventTimes, formatEventTimes } from '../../../shared/event-times.ts'
import { languagePart, readerLanguage } from '../../../shared/language.ts'
import { t } from '../../../shared/translate.ts'

/** `rtl` depends on the first letter, as with `dir="auto"` in browsers. */
export type DisplayText = { text: string; rtl: boolean }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const rightToLeft = /^[^\p{L}]*[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u
/** In UTF-16 code units. Real graphemes are shorter; stacked combining marks are cut. */
const maxGraphemeLength = 16
/** Longer words get break opportunities. */
const maxWordLength = 24
const zeroWidthSpace = '\u200b'

/** Truncates to `maxLength` graphemes: no page has space for more, and layout time grows with length. */
export function toDisplayText(text: string, maxLength = 200): DisplayText {
  const cleaned = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    // Control characters, lone surrogates, and characters that override the text direction.
    .replace(/[^\P{Cc}\n]|\p{Cs}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?(\s*\n)?/g, '\n')
    .trim()
  return { text: withBreaks(cleaned, maxLength), rtl: rightToLeft.test(cleaned) }
}

/** Returns when an event takes place as one text that wraps after its dash, never inside a date. */
export const toDisplayTimes = (times: EventTimes): DisplayText => ({
  text: formatEventTimes(times).replace(/(?<!–) (?!–)/g, '\u00a0'),
  rtl: false,
})

/** Returns a URL as people type it: without the scheme, `www.`, or a trailing slash. */
export const toDisplayAddress = (url: string): DisplayText =>
  toDisplayText(url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, ''))

function withBreaks(text: string, maxLength: number): string {
  let result = ''
  let length = 0
  let wordLength = 0
  // Segmenting is slow, so only a prefix that is certainly long enough is segmented.
  for (const { segment } of graphemes.segment(text.slice(0, maxLength * 8))) {
    if (length === maxLength) return `${result.trimEnd()}…`
    length += 1
    wordLength = /\s/.test(segment) ? 0 : wordLength + 1
    if (wordLength > maxWordLength) result += zeroWidthSpace
    result +=
      segment.length > maxGraphemeLength && !/\p{Extended_Pictographic}|\p{RI}/u.test(segment)
        ? cut(segment)
        : segment
  }
  return result
}

const cut = (grapheme: string) => grapheme.slice(0, maxGraphemeLength).replace(/[\ud800-\udbff]$/, '')

/** Returns the language of a drawing, and its words for screen readers. */
export const wordsOf = (link: string) => ({
  language: languagePart(readerLanguage()),
  'code-alt': t('QR code of {url}', { url: link }),
})
