/** Estimates how hard a secret is to guess. It recognizes what people type, not what a random generator returns. */
import { z } from 'zod'

const minBits = 80

/** Words of examples and defaults, which an attacker tries first. */
const knownWords =
  /change(?:-?me)?|replace|insert|example|default|secret|password|passphrase|corkboard|please|here|goes|your|this|some|random|string|value|token|qwerty(?:uiop)?|asdf(?:ghjkl)?|zxcv(?:bnm)?/gi

/** Returns whether a secret looks random enough to derive keys from it. */
export function isStrongSecret(secret: string): boolean {
  return Math.min(entropyOf(secret), entropyOf(secret.replaceAll(knownWords, ''))) >= minBits
}

/** Returns the entropy in bits of a text whose characters are drawn as often as they occur in it. */
function entropyOf(text: string): number {
  const codes = Array.from(repeatedPart(text), (character) => character.codePointAt(0) ?? 0)
  // In a sequence such as abcdef or 13579, the differences between neighbors are all the same.
  const differences = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return codes.length * Math.min(bitsPerItem(codes), bitsPerItem(differences))
}

/** Returns the shortest beginning of which the text is a repetition: `abc` for `abcabcab`. */
function repeatedPart(text: string): string {
  for (let length = 1; length < text.length; length += 1) {
    if (text.startsWith(text.slice(length))) return text.slice(0, length)
  }
  return text
}

/** Returns the Shannon entropy of one item, in bits. */
function bitsPerItem(items: number[]): number {
  const counts = new Map<number, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  const shares = [...counts.values()].map((count) => count / items.length)
  return shares.reduce((sum, share) => sum - share * Math.log2(share), 0)
}

export const secretSchema = z
  .string()
  .min(32, { error: 'must have at least 32 characters', abort: true })
  .refine(
    isStrongSecret,
    'is too easy to guess. Create one with `openssl rand -base64 33`, or leave it unset',
  )
