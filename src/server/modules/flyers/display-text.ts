/** Free text as drawings take it: cleaned of what cannot be drawn, and with the direction in which it is read. */

/** For drawings; `rtl` is told by the first letter, as browsers do for `dir="auto"`. */
export type Said = { text: string; rtl: boolean }

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const rightToLeft = /^[^\p{L}]*[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u
/** Real ones have fewer code units; what piles up marks on a letter is cut. */
const longestCharacter = 16
/** Words are not this long. */
const longestWord = 24
/** A place where a line may end, which shows nothing. */
const breakHere = '\u200b'

/** At most so many characters: no page has room for more, and whoever lays it out should not have to try. */
export function said(text: string, most = 200): Said {
  const cleaned = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    // Control characters, halves of surrogate pairs, and those that turn the direction of what follows.
    .replace(/[^\P{Cc}\n]|\p{Cs}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?(\s*\n)?/g, '\n')
    .trim()
  return { text: withBreaks(cleaned, most), rtl: rightToLeft.test(cleaned) }
}

function withBreaks(text: string, most: number): string {
  let seen = ''
  let count = 0
  let inWord = 0
  // No further than it can matter, as each character is looked at.
  for (const { segment } of characters.segment(text.slice(0, most * 8))) {
    if (count === most) return `${seen.trimEnd()}…`
    count += 1
    inWord = /\s/.test(segment) ? 0 : inWord + 1
    if (inWord > longestWord) seen += breakHere
    seen +=
      segment.length > longestCharacter && !/\p{Extended_Pictographic}|\p{RI}/u.test(segment)
        ? cut(segment)
        : segment
  }
  return seen
}

const cut = (character: string) => character.slice(0, longestCharacter).replace(/[\ud800-\udbff]$/, '')
