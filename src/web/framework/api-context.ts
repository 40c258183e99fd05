/** How components call the API and the identity provider. Loaders get the API as an argument instead. */
import { createContext, use, useSyncExternalStore } from 'react'
import type { CurrentUser } from '../../shared/account.ts'
import type { Api } from '../../shared/api-client.ts'
import type { FormDraft } from '../ui/forms/use-form-draft.ts'
import { localStore, sessionStore } from '../ui/storage/browser-storage.ts'
import type { Identity } from './identity.ts'
import type { Session } from './session.ts'

export type Backend = { api: Api; identity: Identity; session: Session }

const BackendContext = createContext<Backend | null>(null)
export const BackendProvider = BackendContext.Provider

export function useBackend(): Backend {
  const backend = use(BackendContext)
  if (!backend) throw new Error('BackendProvider is missing above this component.')
  return backend
}

export function useCurrentUser(): CurrentUser | null {
  const { session } = useBackend()
  return useSyncExternalStore(session.subscribe, session.signedIn, session.signedIn)
}

/** Returns where a form keeps what is typed: for a visitor, only until the tab is closed, because others may use the computer next. */
export function useDraftOf(form: string): FormDraft {
  const email = useCurrentUser()?.email.toLowerCase()
  return email
    ? { storage: localStore, form: `${email}/${form}` }
    : { storage: sessionStore, form: `visitor/${form}` }
}
