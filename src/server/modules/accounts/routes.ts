import { isAdmin } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { siteLanguages } from '../../platform/language/reader-language.ts'
import { countUnread } from '../messages/service.ts'
import { findVerification } from './auth/pending-sign-ups.ts'
import type { Invitations } from './invitations.ts'
import type { AccountService } from './service.ts'

export const accountRoutes = (accounts: AccountService, database: Database, invitations: Invitations) =>
  ({
    getInvitation: async ({ body: { token } }) => ({ valid: await invitations.isOffered(token) }),
    logout: async ({ viewer, forgetSession }) => {
      if (viewer) await accounts.logout(viewer)
      forgetSession()
      return { message: t('You are signed out.') }
    },
    getUserProfile: ({ viewer }) => accounts.getProfile(viewer),
    updateProfile: ({ viewer, body }) => accounts.updateProfile(viewer, body),
    issueToken: async ({ viewer, body }) => ({ token: await accounts.issueToken(viewer, body.email) }),
    profileExists: async ({ viewer, body }) => ({ exists: await accounts.profileExists(viewer, body.email) }),
    createProfile: ({ viewer, body }) => accounts.createProfile(viewer, body),
    getSession: async ({ viewer }) =>
      viewer && {
        ...viewer,
        suspendedUntil: viewer.suspendedUntil ?? undefined,
        isAdmin: isAdmin(viewer),
        unread: await countUnread(database, viewer),
        language: siteLanguages().length > 1 ? (viewer.language ?? undefined) : undefined,
      },
    getVerification: ({ body, cookie }) =>
      // Not a function of the service: other modules use that one, and would load the identity provider with it.
      findVerification(database, body.token, cookie),
    getAuthProviders: async () => accounts.authProviders(),
    getAccount: ({ viewer }) => accounts.getAccount(viewer),
    endSession: async ({ viewer, params }) => {
      await accounts.endSession(viewer, params.id)
      return { message: t('Session ended.') }
    },
    endOtherSessions: async ({ viewer }) => {
      const count = await accounts.endOtherSessions(viewer)
      return {
        message: t('{count, plural, one {# other session ended.} other {# other sessions ended.}}', {
          count,
        }),
      }
    },
    downloadAccount: async ({ viewer }) => accounts.exportAccount(viewer),
    deleteAccount: async ({ viewer, forgetSession }) => {
      await accounts.deleteAccount(viewer)
      forgetSession()
      return { message: t('Your account has been deleted.') }
    },
  }) satisfies Partial<Handlers>
