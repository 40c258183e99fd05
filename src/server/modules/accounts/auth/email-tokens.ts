/**
 * The links that are mailed: verify an address, reset a password, sign in. Each is made in the same transaction as its
 * mail, stored as a hash and good for a short time, once (the one that verifies an address may be opened again); a
 * newer one ends those before it. Whether an address is known shows neither in an answer nor in the time it takes.
 */
import { createHash, randomBytes } from 'node:crypto'
import { getCurrentAdapter, runWithTransaction } from '@better-auth/core/context'
import type { AuthContext } from 'better-auth'
import type { EmailRow, OutgoingEmail } from '../../../platform/mail/outbox.ts'

/** How long each is good, in minutes. */
export const minutesGood = { verify: 24 * 60, reset: 30, link: 10, 'change-email': 60 } as const
export type Purpose = keyof typeof minutesGood

/** What is needed of better-auth's context. */
type Store = Pick<AuthContext, 'adapter'>

export type Mailing = {
  /** Seals a letter into the row that sends it. */
  rowOf: (mail: OutgoingEmail) => EmailRow
}

const hashOf = (purpose: Purpose, token: string) =>
  `${purpose}:${createHash('sha256').update(token).digest('base64url')}`

/** Whom a token is for; a new address besides when it changes one. */
const subjectOf = (purpose: Purpose, accountId: string, detail = '') => `${purpose}:${accountId}:${detail}`

/** Makes a token and ends the earlier ones of that purpose and account. Must run in a transaction. */
export async function issueToken(context: Store, purpose: Purpose, accountId: string, detail = '') {
  const adapter = await getCurrentAdapter(context.adapter)
  await endTokens(context, purpose, accountId)
  const token = randomBytes(24).toString('base64url')
  const now = new Date()
  await adapter.create({
    model: 'verification',
    data: {
      identifier: hashOf(purpose, token),
      value: subjectOf(purpose, accountId, detail),
      expiresAt: new Date(now.getTime() + minutesGood[purpose] * 60_000),
      createdAt: now,
      updatedAt: now,
    },
  })
  return token
}

export async function endTokens(context: Store, purpose: Purpose, accountId: string) {
  const adapter = await getCurrentAdapter(context.adapter)
  await adapter.deleteMany({
    model: 'verification',
    where: [{ field: 'value', operator: 'starts_with', value: subjectOf(purpose, accountId) }],
  })
}

/** Whom a token is for, without using it up; null: it is unknown or too old. */
export async function readToken(context: Store, purpose: Purpose, token: string) {
  const adapter = await getCurrentAdapter(context.adapter)
  const found = await adapter.findOne<Stored>({
    model: 'verification',
    where: [{ field: 'identifier', value: hashOf(purpose, token) }],
  })
  return holderOf(found)
}

/** Uses up a token. Of many who try at once one is answered whom it was for; null: it is unknown, used or too old. */
export async function consumeToken(context: Store, purpose: Purpose, token: string) {
  const adapter = await getCurrentAdapter(context.adapter)
  const found = await adapter.consumeOne<Stored>({
    model: 'verification',
    where: [{ field: 'identifier', value: hashOf(purpose, token) }],
  })
  return holderOf(found)
}

type Stored = { value: string; expiresAt: Date }

function holderOf(found: Stored | null) {
  if (!found || found.expiresAt < new Date()) return null
  const [, accountId = '', detail = ''] = found.value.split(':')
  return { accountId, detail }
}

/** Puts a letter in the mail, in the transaction that is under way. */
export async function post(context: Store, row: EmailRow) {
  const adapter = await getCurrentAdapter(context.adapter)
  await adapter.create({ model: 'outbox_email', data: row, forceAllowId: true })
}

export const inTransaction = <Result>(context: Store, work: () => Promise<Result>) =>
  runWithTransaction(context.adapter, work)
