/**
 * A proof-of-work challenge for networks that have already sent a few messages. It costs a browser about a second and
 * involves no third party.
 */
import { randomInt } from 'node:crypto'
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey as derivePbkdf2Key } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { deriveKey } from '../../platform/keys.ts'

const validMinutes = 20
/** PBKDF2 iterations per guess, and the range of guesses that a solution takes. */
const iterationsPerGuess = 2_000
const guesses = { min: 500, max: 1_500 }

export function createChallenges({ kysely }: Database, secret: string) {
  const keyFor = (purpose: string) => deriveKey(secret, purpose).toString('hex')
  const secrets = {
    hmacSignatureSecret: keyFor('challenges'),
    hmacKeySignatureSecret: keyFor('solutions of challenges'),
  }

  return {
    create: (): Promise<Challenge> =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: iterationsPerGuess,
        counter: randomInt(guesses.min, guesses.max),
        deriveKey: derivePbkdf2Key,
        expiresAt: new Date(Date.now() + validMinutes * 60_000),
        ...secrets,
      }),

    /** Returns whether `payload` solves one of our challenges that is valid and unused. Each solution works once. */
    async redeem(payload: string): Promise<boolean> {
      const solved = parsePayload(payload)
      const signature = solved?.challenge.signature
      if (!solved || !signature) return false
      const { verified } = await verifySolution({ ...solved, deriveKey: derivePbkdf2Key, ...secrets }).catch(
        () => ({ verified: false }),
      )
      if (!verified) return false
      const { numAffectedRows = 0n } = await sql`
        insert into redeemed_challenge (signature) values (${signature}) on conflict do nothing`.execute(
        kysely,
      )
      return numAffectedRows > 0n
    },
  }
}

/** Parses base64-encoded JSON, as the site's pages send it. Returns null if it is malformed. */
function parsePayload(payload: string): { challenge: Challenge; solution: Solution } | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))
    return typeof parsed === 'object' && parsed !== null && 'challenge' in parsed && 'solution' in parsed
      ? (parsed as { challenge: Challenge; solution: Solution })
      : null
  } catch {
    return null
  }
}
