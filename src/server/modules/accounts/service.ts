/** The rules of accounts and profiles: everybody has their own and sees no other. */
import type { Account, Profile, ProfileUpdate, SignedIn, SignInWays } from '../../../shared/account.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { profileThere } from '../../../shared/form-messages.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { Config } from '../../config/environment.ts'
import type { Database } from '../../platform/database/database.ts'
import { requireLately, requireViewer } from '../../platform/http/guards.ts'
import { requireNotLastAdmin } from './admins.ts'
import { deviceOf } from './device.ts'
import * as queries from './queries.ts'
import type { Viewers } from './session.ts'

export type AccountParts = {
  database: Database
  viewers: Viewers
  config: Pick<Config, 'google' | 'oidc' | 'production'>
}

export type AccountService = ReturnType<typeof createAccountService>

export function createAccountService({ database, viewers, config }: AccountParts) {
  const providerNames: Record<string, string> = { google: 'Google', oidc: config.oidc?.name ?? 'OpenID' }

  return {
    signedIn: (viewer: Viewer | null): SignedIn | null => viewer,

    signInWays: (): SignInWays => ({
      google: config.google ? 'on' : config.production ? 'off' : 'unset',
      oidc: config.oidc?.name ?? null,
    }),

    async logout(viewer: Viewer | null) {
      if (viewer) await queries.deleteSessions(database, viewer.userId, { id: viewer.sessionId })
    },

    /** Of the session's own email alone: nobody becomes somebody else by naming them. */
    async issueToken(viewer: Viewer | null, email: string): Promise<string> {
      return viewers.issueToken(requireOwn(viewer, email))
    },

    async profileExists(viewer: Viewer | null, email: string): Promise<boolean> {
      const { userId } = requireOwn(viewer, email)
      return (await queries.findProfile(database, userId)) !== null
    },

    async createProfile(
      viewer: Viewer | null,
      { name, email }: { name: string; email: string },
    ): Promise<Profile> {
      const own = requireOwn(viewer, email)
      const made = await queries.insertProfile(database, { accountId: own.userId, name, email: own.email })
      if (!made) throw new AppError('conflict', profileThere)
      return made
    },

    async getProfile(viewer: Viewer | null): Promise<Profile> {
      const profile = await queries.findProfile(database, requireViewer(viewer).userId)
      if (!profile) throw notFound('profile')
      return profile
    },

    async updateProfile(viewer: Viewer | null, update: ProfileUpdate): Promise<Profile> {
      const profile = await queries.updateProfile(database, requireViewer(viewer).userId, update)
      if (!profile) throw notFound('profile')
      return profile
    },

    async getAccount(viewer: Viewer | null): Promise<Account> {
      const { userId, sessionId, email, name, photo } = requireViewer(viewer)
      const [logins, sessions] = await Promise.all([
        queries.listLogins(database, userId),
        queries.listSessions(database, userId),
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
      if ((await queries.deleteSessions(database, requireViewer(viewer).userId, { id })) === 0)
        throw notFound('session')
    },

    endOtherSessions(viewer: Viewer | null) {
      const { userId, sessionId } = requireViewer(viewer)
      return queries.deleteSessions(database, userId, { allBut: sessionId })
    },

    downloadAccount: async (viewer: Viewer | null) =>
      queries.readEverything(database, requireViewer(viewer).userId),

    async deleteAccount(viewer: Viewer | null) {
      const { userId } = requireLately(viewer)
      await database.kysely.transaction().execute(async (tx) => {
        await requireNotLastAdmin(tx, userId)
        await queries.deleteAccount(tx, userId)
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
