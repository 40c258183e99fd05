/**
 * The challenge that stands before a further message from an address that has sent some: a proof of work that costs a
 * browser a second and nobody a third party.
 */
import { randomInt } from 'node:crypto'
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey as derivePbkdf2Key } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { deriveKey } from '../../platform/keys.ts'

const minutesToSolve = 20
/** Rounds of each guess, and how many guesses it takes. */
const cost = 2_000
const guesses = { from: 500, to: 1_500 }

export function createChallenges({ kysely }: Database, secret: string) {
  const keyFor = (purpose: string) => deriveKey(secret, purpose).toString('hex')
  const secrets = {
    hmacSignatureSecret: keyFor('challenges'),
    hmacKeySignatureSecret: keyFor('solutions of challenges'),
  }

  return {
    make: (): Promise<Challenge> =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(guesses.from, guesses.to),
        deriveKey: derivePbkdf2Key,
        expiresAt: new Date(Date.now() + minutesToSolve * 60_000),
        ...secrets,
      }),

    /** Whether it is the solution of a challenge of ours that is still good and was not used before; uses it up. */
    async redeem(payload: string): Promise<boolean> {
      const solved = readPayload(payload)
      const signature = solved?.challenge.signature
      if (!solved || !signature) return false
      const { verified } = await verifySolution({ ...solved, deriveKey: derivePbkdf2Key, ...secrets }).catch(
        () => ({
          verified: false,
        }),
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

/** As browsers of this site send it: base64 of JSON. */
function readPayload(payload: string): { challenge: Challenge; solution: Solution } | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))
    return typeof read === 'object' && read !== null && 'challenge' in read && 'solution' in read
      ? (read as { challenge: Challenge; solution: Solution })
      : null
  } catch {
    return null
  }
}
