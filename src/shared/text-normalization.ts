/** How texts of listings are stored, and how names are compared. The form counts characters as the server does. */

/** Returns a name as names are compared: people leave out accents and capitals, and write apostrophes in many ways. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʻʼ`]/gu, '')
    .replace(/[-‐‑–]/g, '-')
    .toLowerCase()

/** Trims, and turns line breaks and repeated white space into single spaces. */
export const toSingleLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** Trims, and uses one kind of line break. */
export const normalizeLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n').trim()
