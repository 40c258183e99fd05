import { shorten } from '../../shared/format.ts'

/** Without line breaks, and at most so many characters, the ellipsis not counted. */
export const inOneLine = (text: string, longest: number) => shorten(text.replace(/\s+/g, ' ').trim(), longest)
