/** Limits on the structure of an email, checked before it is parsed: parsing takes time for each line and each part. */
import { AppError } from '../../../../shared/errors.ts'

const maxParts = 100
/** An attachment of 5 MB has 70,000 lines. */
const maxLines = 80_000
const lineFeed = 0x0a
const dash = 0x2d

/** Throws for an email with too many lines or parts. Counts every line that could begin a part, whatever its boundary. */
export function requireSimpleEmail(source: Buffer): void {
  let lines = 0
  let parts = 0
  for (let start = 0; start !== -1; start = lineAfter(source, start)) {
    lines += 1
    if (source[start] === dash && source[start + 1] === dash) parts += 1
    if (lines > maxLines || parts > maxParts)
      throw new AppError('invalid', 'This email has too many parts or lines. Please send a short text.')
  }
}

function lineAfter(source: Buffer, start: number): number {
  const end = source.indexOf(lineFeed, start)
  return end === -1 || end === source.length - 1 ? -1 : end + 1
}
