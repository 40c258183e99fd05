/**
 * Short-lived tokens in emailed links, stored as hashes. Each works once, and a new one revokes the earlier ones. Links that
 * verify an address are the exception: they keep working, so that nobody can break the owner's link by requesting another.
 * Neither the response nor its timing reveals whether an address has an account.
 */

import { createHash, randomBytes } from 'node:crypto'
import { getCurrentAdapter, runWithTransaction } from '@better-auth/core/context'
import type { AuthContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { signIn } from '../../../../shared/messages/sign-in.ts'
import { privatePaths, withQuery } from '../../../../shared/paths.ts'
import { safeRedirectPath } from '../../../../shared/safe-redirect.ts'
import { t } from '../../../../shared/translate.ts'
import type { OutboxRow } from '../../../platform/mail/outbox.ts'
import type { AccountEmails } from '../../notifications/service.ts'

export type EmailTokenOptions = {
  emails: AccountEmails
  /** Returns a sentence that says why a password is too weak, or null if it is acceptable. */
  weaknessOf: (password: string, email: string) => Promise<string | null>
}

export const tokenTtlMinutes = { verify: 24 * 60, reset: 30, link: 10, 'change-email': 60 } as const
export type EmailTokenKind = keyof typeof tokenTtlMinutes

type AdapterContext = Pick<AuthContext, 'adapter'>
type StoredToken = { value: string; expiresAt: Date }

/** The same response whether or not the address has an account. */
export const okResponse = { status: true }
export const tokenExpired = () =>
  new APIError('BAD_REQUEST', {
    code: 'INVALID_TOKEN',
    message: t(signIn.linkExpired),
  })

/** How a token is stored in `account_token.identifier`. */
export const hashOf = (kind: EmailTokenKind, token: string) =>
  `${kind}:${createHash('sha256').update(token).digest('base64url')}`

/** The value to store: whose token it is and, for kinds that verify one, which address it verifies. */
const subjectOf = (kind: EmailTokenKind, accountId: string, email = '') => `${kind}:${accountId}:${email}`

/** Creates a token and revokes the account's earlier ones that work only once. Must run in a transaction. */
export async function issueToken(
  context: AdapterContext,
  kind: EmailTokenKind,
  accountId: string,
  email = '',
) {
  const adapter = await getCurrentAdapter(context.adapter)
  if (kind !== 'verify') await revokeTokens(context, kind, accountId)
  const token = randomBytes(24).toString('base64url')
  const now = new Date()
  await adapter.create({
    model: 'verification',
    data: {
      identifier: hashOf(kind, token),
      value: subjectOf(kind, accountId, email),
      expiresAt: new Date(now.getTime() + tokenTtlMinutes[kind] * 60_000),
      createdAt: now,
      updatedAt: now,
    },
  })
  return token
}

export async function revokeTokens(context: AdapterContext, kind: EmailTokenKind, accountId: string) {
  const adapter = await getCurrentAdapter(context.adapter)
  await adapter.deleteMany({
    model: 'verification',
    where: [{ field: 'value', operator: 'starts_with', value: subjectOf(kind, accountId) }],
  })
}

/** Returns the subject of a token without consuming it, or null if it is unknown or expired. */
export async function readToken(context: AdapterContext, kind: EmailTokenKind, token: string) {
  const adapter = await getCurrentAdapter(context.adapter)
  return parseSubject(await adapter.findOne<StoredToken>(queryOf(kind, token)))
}

/** Returns the subject of a token once, also for concurrent calls; null if it is unknown, expired, or already consumed. */
export async function consumeToken(context: AdapterContext, kind: EmailTokenKind, token: string) {
  const adapter = await getCurrentAdapter(context.adapter)
  return parseSubject(await adapter.consumeOne<StoredToken>(queryOf(kind, token)))
}

const queryOf = (kind: EmailTokenKind, token: string) => ({
  model: 'verification',
  where: [{ field: 'identifier', value: hashOf(kind, token) }],
})

function parseSubject(stored: StoredToken | null) {
  if (!stored || stored.expiresAt < new Date()) return null
  const [, accountId = '', email = ''] = stored.value.split(':')
  return { accountId, email }
}

export async function queueEmail(context: AdapterContext, row: OutboxRow) {
  const adapter = await getCurrentAdapter(context.adapter)
  await adapter.create({ model: 'outbox_email', data: row, forceAllowId: true })
}

export const inTransaction = <Result>(context: AdapterContext, work: () => Promise<Result>) =>
  runWithTransaction(context.adapter, work)

/** `to` is the path to open once the address is verified. It may come from anyone. */
export function verifyLink(token: string, to?: string) {
  const path = safeRedirectPath(to)
  return withQuery(privatePaths.verifyEmail, { token, to: path === '/' ? undefined : path })
}

/** Creates a token and enqueues its email. Must run in a transaction. */
export async function queueVerificationEmail(
  context: AdapterContext,
  { emails }: Pick<EmailTokenOptions, 'emails'>,
  user: { id: string; email: string; name: string },
  to?: string,
) {
  const link = verifyLink(await issueToken(context, 'verify', user.id, user.email), to)
  const facts = { name: user.name, link, validMinutes: tokenTtlMinutes.verify }
  await queueEmail(context, emails.write('verify-email', user, facts))
}
