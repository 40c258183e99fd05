/** The identity provider's own paths. It owns passwords, sessions and mails; profiles are the backend's. */
import { readReply } from '../../shared/api-client.ts'

export type Identity = ReturnType<typeof createIdentity>
/** Where the browser comes back to from another site: signed in, or with `?error=`. */
type Ways = { callbackURL: string; errorCallbackURL: string }
/** Where to send the browser. */
type Redirect = Promise<{ url: string }>

/** Each throws an AppError when it is refused. Those that take an email answer alike whether it is known. */
export function createIdentity(fetch: typeof globalThis.fetch) {
  async function post(path: string, body: object = {}): Promise<unknown> {
    const response = await fetch(`/api/auth${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return readReply(response)
  }
  return {
    signUp: (person: { name: string; email: string; password: string }) => post('/sign-up/email', person),
    signIn: (person: { email: string; password: string }) => post('/sign-in/email', person),
    startGoogle: (ways: Ways) => post('/sign-in/social', { provider: 'google', ...ways }) as Redirect,
    startOidc: (ways: Ways) => post('/sign-in/social', { provider: 'oidc', ...ways }) as Redirect,
    sendLink: (email: string, callbackURL: string) => post('/sign-in/magic-link', { email, callbackURL }),
    signInByLink: (token: string) => post('/magic-link/verify', { token }),
    sendPasswordReset: (email: string) => post('/request-password-reset', { email }),
    resetPassword: (token: string, newPassword: string) => post('/reset-password', { token, newPassword }),
    sendVerification: (email: string) => post('/send-verification-email', { email }),
    signOut: () => post('/sign-out'),
    changePassword: (currentPassword: string, newPassword: string) =>
      post('/change-password', { currentPassword, newPassword, revokeOtherSessions: true }),
    changeEmail: (newEmail: string) => post('/change-email', { newEmail }),
    /** Without an image, the old one goes. */
    updateUser: (user: { name: string; image: string | null }) => post('/update-user', user),
  }
}
