/**
 * Who is signed in, as far as this browser knows: first from the page that the server rendered, then from each response.
 * It is separate from the loaders, so that navigating does not have to request it again.
 */
import type { CurrentUser } from '../../shared/account.ts'
import type { Api, Transport } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import type { Identity } from './identity.ts'

export type Session = ReturnType<typeof createSession>

/** The user is null for a visitor. */
export function createSession(initialUser: CurrentUser | null) {
  let currentUser = initialUser
  const listeners = new Set<() => void>()
  return {
    signedIn: () => currentUser,
    set(next: CurrentUser | null) {
      currentUser = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Wraps a transport to keep the session up to date. When the backend responds to a signed-in user with 401 or 403, the
 * user is signed out (specification, section 7): `onExpired` runs once, and never for a visitor. The caller still gets
 * the error.
 */
export function withSessionTracking(
  transport: Transport,
  session: Session,
  onExpired: (error: AppError) => Promise<void>,
): Transport {
  return async (name, input) => {
    try {
      const reply = await transport(name, input)
      if (name === 'getSession') session.set(reply as CurrentUser | null)
      return reply
    } catch (error) {
      if (isRefusal(error) && name !== 'logout' && session.signedIn()) {
        // First, so that other calls that fail meanwhile do not end the session again.
        session.set(null)
        await onExpired(error)
      }
      throw error
    }
  }
}

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'forbidden')

/**
 * Ends the server's session, then the identity provider's (specification, section 4). They are the same session, so the
 * second call may fail after the first has succeeded.
 */
export async function endSession({ api, identity }: { api: Api; identity: Identity }) {
  const ended = await api.logout({}).then(
    () => true,
    () => false,
  )
  await identity.signOut().catch((error: unknown) => {
    if (!ended) throw error
  })
}
