/** The identity provider's API. It owns passwords, sessions and their emails; the backend owns profiles. */

import { readReply } from '../../shared/api-client.ts'
import { readerLanguage } from '../../shared/language.ts'

export type Identity = ReturnType<typeof createIdentity>
/** Where a provider sends the browser back to: signed in, or with `?error=`. */
type ReturnUrls = {
  callbackURL: string
  errorCallbackURL: string
  additionalData: { invitation: string }
}
/** Where to send the browser. */
type Redirect = Promise<{ url: string }>

/**
 * Each method throws an AppError if the provider refuses. Those that take only an email succeed for unknown ones too, so
 * that nobody can find out who has an account.
 */
export function createIdentity(fetch: typeof globalThis.fetch) {
  async function post(path: string, body: object = {}): Promise<unknown> {
    const response = await fetch(`/api/auth${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        'accept-language': readerLanguage(),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    return readReply(response)
  }
  return {
    /** `callbackURL` is the path to open once the emailed link has verified the address. */
    signUp: (input: {
      name: string
      email: string
      password: string
      callbackURL: string
      invitation: string
    }) => post('/sign-up/email', input),
    /** Makes the person with the link of the setup the first admin, and signs them in. */
    createFirstAdmin: (input: { token: string; name: string; email: string; password: string }) =>
      post('/first-admin', input),
    signIn: (input: { email: string; password: string }) => post('/sign-in/email', input),
    startGoogle: (urls: ReturnUrls) => post('/sign-in/social', { provider: 'google', ...urls }) as Redirect,
    startOidc: (urls: ReturnUrls) => post('/sign-in/social', { provider: 'oidc', ...urls }) as Redirect,
    sendLink: (email: string, callbackURL: string) => post('/sign-in/magic-link', { email, callbackURL }),
    signInByLink: (token: string) => post('/magic-link/verify', { token }),
    sendPasswordReset: (email: string) => post('/request-password-reset', { email }),
    resetPassword: (token: string, newPassword: string) => post('/reset-password', { token, newPassword }),
    sendVerification: (email: string, callbackURL: string) =>
      post('/send-verification-email', { email, callbackURL }),
    signOut: () => post('/sign-out'),
    changePassword: (currentPassword: string, newPassword: string) =>
      post('/change-password', { currentPassword, newPassword, revokeOtherSessions: true }),
    changeEmail: (newEmail: string) => post('/change-email', { newEmail }),
    /** A null image removes the current one. */
    updateUser: (user: { name?: string; image?: null }) => post('/update-user', user),
  }
}
