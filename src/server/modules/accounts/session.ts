/** Identifies the viewer of a request, by the session cookie or by a bearer token issued to a session. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import { sessionDays } from '../../../shared/limits.ts'
import { suspendedSession } from '../../../shared/messages/forms.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import { type Database, isoTimestamp, placeholder } from '../../platform/database/database.ts'
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts'
import { sessionCookie } from '../../platform/http/session-cookie.ts'
import { deriveKey } from '../../platform/keys.ts'
import { siteLanguages } from '../../platform/language/reader-language.ts'
import { expiredLanguageCookie } from '../../platform/language/request-language.ts'
import { roleOfProfile, scopeOfProfile } from '../roles/service.ts'
import { hashSessionToken } from './auth/hashed-session-tokens.ts'
import type { Identity } from './auth/identity.ts'

const tokenTtlMinutes = 15
const cookieToken = new RegExp(`${sessionCookie.replace('.', '\\.')}=([\\w-]+)\\.`)

export type SessionService = ReturnType<typeof createSessions>

type Identities = {
  identity: Identity
  /** Reads the replica, for while the primary is lost. */
  standby?: Identity | undefined
}

export function createSessions(database: Database, { identity, standby }: Identities, secret: string) {
  const key = deriveKey(secret, 'bearer tokens')

  async function findViewer(sessionId: string): Promise<Viewer | null> {
    const query = () => sql<Viewer>`
      select account.id as "accountId", account_session.id as "sessionId", account.email, account.name,
        account.image as photo, account.language, ${roleOfProfile} as role, ${scopeOfProfile} as scope, account_session.created > now() - interval '1 hour' as "hasRecentLogin",
        case when account.suspended_at is not null then account.suspension_reason end as "suspensionReason",
        ${isoTimestamp(sql`account.suspended_until`)} as "suspendedUntil"
      from account_session
      join account on account.id = account_session.account_id
      left join profile on profile.account_id = account.id
      left join moderator on moderator.profile_id = profile.id
      where account_session.id = ${placeholder('session')} and account_session.expires > now() and account.email_verified
        and account_session.created > now() - make_interval(days => ${sql.lit(sessionDays.max)})`
    const [viewer] = await database.preparedQuery('viewer', query, { session: sessionId })
    return viewer ?? null
  }

  /** Whether a suspension ended the session of this cookie. */
  async function isSuspended(cookie: string): Promise<boolean> {
    const token = cookieToken.exec(cookie)?.[1]
    if (token === undefined) return false
    const query = () => sql`select from suspended_session where token_hash = ${placeholder('hash')}`
    const rows = await database.preparedQuery('suspended session', query, {
      hash: hashSessionToken(token),
    })
    return rows.length > 0
  }

  const findSession = (headers: Headers) =>
    identity.getSession(headers).catch((error: unknown) => {
      if (!standby || !isDatabaseUnavailable(error)) throw error
      return standby.getSession(headers, { disableRefresh: true })
    })

  async function findViewerByToken(token: string): Promise<Viewer | null> {
    const verified = await jwtVerify<{ sid: string }>(token, key, { algorithms: ['HS256'] }).catch(() => null)
    return verified ? findViewer(verified.payload.sid) : null
  }

  return {
    async viewerOf(request: FastifyRequest, reply: FastifyReply): Promise<Viewer | null> {
      const { authorization, cookie } = request.headers
      const token = /^Bearer (\S{1,2000})$/.exec(authorization ?? '')?.[1]
      if (token) return findViewerByToken(token)
      if (!cookie?.includes(sessionCookie)) return null
      const { response, headers } = await findSession(new Headers({ cookie }))
      // Extends the cookie of an active session, or expires that of an ended one.
      const cookies = headers.getSetCookie()
      if (cookies.length > 0) reply.header('set-cookie', cookies)
      if (response) return findViewer(response.session.id)
      // The reply expires the cookie, so only one request of the browser is refused.
      if (await isSuspended(cookie)) {
        const message = t(suspendedSession)
        throw new AppError('unauthenticated', message, { session: message })
      }
      return null
    },

    /** Returns a token for this session. Ending the session invalidates it. */
    issueToken: (viewer: Viewer): Promise<string> =>
      new SignJWT({ sid: viewer.sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(viewer.accountId)
        .setIssuedAt()
        .setExpirationTime(`${tokenTtlMinutes}m`)
        .sign(key),
  }
}

/** Returns the Set-Cookie headers that expire a browser's session cookie, and the language of the account that was signed in. */
export function expiredCookies(publicUrl: string): string[] {
  const secure = publicUrl.startsWith('https:')
  const name = `${secure ? '__Secure-' : ''}${sessionCookie}`
  const session = `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return siteLanguages().length > 1 ? [session, expiredLanguageCookie(publicUrl)] : [session]
}
