import { createHash } from 'node:crypto'

/** Weak: a compressed answer is the same answer. */
export const etagOf = (text: string): string => `W/"${createHash('sha1').update(text).digest('base64url')}"`
