/**
 * Who is signed in, as far as this browser knows: told by the page that the server rendered, and from then on by every
 * answer. It is kept apart from the loaders, so that no navigation has to ask again.
 */
import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '../../shared/account.ts'
import type { Transport } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { useBackend } from '../backend.ts'

export type Session = {
  /** null for a visitor. */
  signedIn: () => CurrentUser | null
  learn: (signedIn: CurrentUser | null) => void
  subscribe: (listener: () => void) => () => void
}

export function createSession(first: CurrentUser | null): Session {
  let known = first
  const listeners = new Set<() => void>()
  return {
    signedIn: () => known,
    learn(signedIn) {
      known = signedIn
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useCurrentUser(): CurrentUser | null {
  const { session } = useBackend()
  return useSyncExternalStore(session.subscribe, session.signedIn, session.signedIn)
}

/**
 * Calls that keep the session true. When the backend answers 401 or 403 to somebody who was signed in, they are signed
 * out (specification, section 7): `end` is asked once, and never for a visitor. The caller gets the error all the same.
 */
export function withSessionTracking(carry: Transport, session: Session, end: () => Promise<void>): Transport {
  return async (name, input) => {
    try {
      const reply = await carry(name, input)
      if (name === 'getSession') session.learn(reply as CurrentUser | null)
      return reply
    } catch (error) {
      if (isRefusal(error) && name !== 'logout' && session.signedIn()) {
        // First, so that whatever else is refused meanwhile finds nobody signed in.
        session.learn(null)
        await end()
      }
      throw error
    }
  }
}

const isRefusal = (error: unknown) =>
  error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'forbidden')
