import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 of a text without case, accents, digits, punctuation, and spacing, which spammers vary to make copies
 * look different. A text without letters is compared as it is.
 */
export function fingerprintOf(text: string): Buffer {
  const letters = text.normalize('NFKD').toLowerCase().replace(/\P{L}/gu, '')
  return createHash('sha256')
    .update(letters || text.trim())
    .digest()
}
