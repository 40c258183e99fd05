import type { Handlers } from '../../platform/http/handlers.ts'
import type { AccountService } from './service.ts'

export const accountRoutes = (accounts: AccountService) =>
  ({
    logout: async ({ viewer, forgetSession }) => {
      await accounts.logout(viewer)
      forgetSession()
      return { message: 'You are signed out.' }
    },
    getUserProfile: ({ viewer }) => accounts.getProfile(viewer),
    updateProfile: ({ viewer, body }) => accounts.updateProfile(viewer, body),
    issueToken: async ({ viewer, body }) => ({ token: await accounts.issueToken(viewer, body.email) }),
    profileExists: async ({ viewer, body }) => ({ exists: await accounts.profileExists(viewer, body.email) }),
    createProfile: ({ viewer, body }) => accounts.createProfile(viewer, body),
    getSession: async ({ viewer }) => accounts.signedIn(viewer),
    getAuthProviders: async () => accounts.authProviders(),
    getAccount: ({ viewer }) => accounts.getAccount(viewer),
    endSession: async ({ viewer, params }) => {
      await accounts.endSession(viewer, params.id)
      return { message: 'That session has ended.' }
    },
    endOtherSessions: async ({ viewer }) => {
      const ended = await accounts.endOtherSessions(viewer)
      return { message: ended === 1 ? 'One other session has ended.' : `${ended} other sessions have ended.` }
    },
    downloadAccount: ({ viewer }) => accounts.downloadAccount(viewer),
    deleteAccount: async ({ viewer, forgetSession }) => {
      await accounts.deleteAccount(viewer)
      forgetSession()
      return { message: 'Your account has been deleted.' }
    },
  }) satisfies Partial<Handlers>
