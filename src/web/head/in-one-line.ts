import { truncate } from '../../shared/format.ts'

/** Without line breaks, and at most so many characters, the ellipsis not counted. */
export const inOneLine = (text: string, longest: number) =>
  truncate(text.replace(/\s+/g, ' ').trim(), longest)
