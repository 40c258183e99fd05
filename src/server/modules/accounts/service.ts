/** The rules of accounts and profiles: everybody has their own and sees no other. */
import type { Account, AuthProviders, CurrentUser, Profile, ProfileUpdate } from '../../../shared/account.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { profileExistsMessage } from '../../../shared/messages/forms.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { Config } from '../../config/environment.ts'
import type { Database } from '../../platform/database/database.ts'
import { requireRecentLogin, requireViewer } from '../../platform/http/guards.ts'
import { requireNotLastAdmin } from './admins.ts'
import { deviceOf } from './device.ts'
import * as queries from './queries.ts'
import type { SessionService } from './session.ts'

export type AccountParts = {
  database: Database
  viewers: SessionService
  config: Pick<Config, 'google' | 'oidc' | 'production'>
}

export type AccountService = ReturnType<typeof createAccountService>

export function createAccountService({ database, viewers, config }: AccountParts) {
  const providerNames: Record<string, string> = { google: 'Google', oidc: config.oidc?.name ?? 'OpenID' }

  return {
    signedIn: (viewer: Viewer | null): CurrentUser | null => viewer,

    authProviders: (): AuthProviders => ({
      google: config.google ? 'on' : config.production ? 'off' : 'unset',
      oidc: config.oidc?.name ?? null,
    }),

    async logout(viewer: Viewer | null) {
      if (viewer) await queries.deleteSessions(database, viewer.accountId, { id: viewer.sessionId })
    },

    /** Of the session's own email alone: nobody becomes somebody else by naming them. */
    async issueToken(viewer: Viewer | null, email: string): Promise<string> {
      return viewers.issueToken(requireOwn(viewer, email))
    },

    async profileExists(viewer: Viewer | null, email: string): Promise<boolean> {
      const { accountId } = requireOwn(viewer, email)
      return (await queries.findProfile(database, accountId)) !== null
    },

    async createProfile(
      viewer: Viewer | null,
      { name, email }: { name: string; email: string },
    ): Promise<Profile> {
      const own = requireOwn(viewer, email)
      const made = await queries.insertProfile(database, { accountId: own.accountId, name, email: own.email })
      if (!made) throw new AppError('conflict', profileExistsMessage)
      return made
    },

    async getProfile(viewer: Viewer | null): Promise<Profile> {
      const profile = await queries.findProfile(database, requireViewer(viewer).accountId)
      if (!profile) throw notFound('profile')
      return profile
    },

    async updateProfile(viewer: Viewer | null, update: ProfileUpdate): Promise<Profile> {
      const profile = await queries.updateProfile(database, requireViewer(viewer).accountId, update)
      if (!profile) throw notFound('profile')
      return profile
    },

    async getAccount(viewer: Viewer | null): Promise<Account> {
      const { accountId, sessionId, email, name, photo } = requireViewer(viewer)
      const [logins, sessions] = await Promise.all([
        queries.listLogins(database, accountId),
        queries.listSessions(database, accountId),
      ])
      return {
        email,
        name,
        photo,
        hasPassword: logins.includes('credential'),
        providers: logins
          .filter((login) => login !== 'credential')
          .map((login) => providerNames[login] ?? login),
        sessions: sessions.map(({ userAgent, ...session }) => ({
          ...session,
          device: deviceOf(userAgent),
          current: session.id === sessionId,
        })),
      }
    },

    async endSession(viewer: Viewer | null, id: string) {
      if ((await queries.deleteSessions(database, requireViewer(viewer).accountId, { id })) === 0)
        throw notFound('session')
    },

    endOtherSessions(viewer: Viewer | null) {
      const { accountId, sessionId } = requireViewer(viewer)
      return queries.deleteSessions(database, accountId, { allBut: sessionId })
    },

    downloadAccount: async (viewer: Viewer | null) =>
      queries.readEverything(database, requireViewer(viewer).accountId),

    async deleteAccount(viewer: Viewer | null) {
      const { accountId } = requireRecentLogin(viewer)
      await database.kysely.transaction().execute(async (tx) => {
        await requireNotLastAdmin(tx, accountId)
        await queries.deleteAccount(tx, accountId)
      })
    },
  }
}

/** The same refusal whether or not somebody has that address. */
function requireOwn(viewer: Viewer | null, email: string): Viewer {
  const own = requireViewer(viewer)
  if (own.email.toLowerCase() === email.toLowerCase()) return own
  throw new AppError('forbidden', 'You are signed in with another email address.')
}

/** Returns the viewer's profile, and creates it for an account that has none yet. */
export async function ensureProfile(database: Database, viewer: Viewer): Promise<queries.AuthorId> {
  const existing = await queries.findAuthor(database, viewer.accountId)
  if (existing) return existing
  const { accountId, name, email } = viewer
  await queries.insertProfile(database, { accountId, email, name: name.trim() || email })
  const created = await queries.findAuthor(database, accountId)
  if (created) return created
  throw new Error(`No profile could be created for account ${accountId}.`)
}
