/** How words reach the server: the index has our terms, so that both engines find the same. */

import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Its tokenizer leaves these alone (`charset_table` of its configuration). */
const plainTerm = /^[a-z0-9]{1,30}$/

/** Returns a term as a token of full-text fields. Other letters and long terms become a hash, which is no plain term. */
export const tokenOf = (term: string): string =>
  plainTerm.test(term) ? term : `_${createHash('sha1').update(term).digest('hex').slice(0, 16)}`

/** No term begins with these. */
export const topicToken = (id: number): string => `_t${id}`
export const placeToken = (id: number): string => `_p${id}`

/** Returns a number for a term or word in multi-value attributes. */
export const hashOf = (word: string): number => crc32(word)
