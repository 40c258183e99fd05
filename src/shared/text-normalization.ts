/** How texts of listings are stored. The form counts characters after these, as the server does. */

/** Trims, and turns line breaks and repeated white space into single spaces. */
export const toSingleLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** Trims, and uses one kind of line break. */
export const normalizeLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n').trim()
