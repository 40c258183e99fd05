import type { FormDraft } from '../ui/forms/use-form-draft.ts'
import { localStore, sessionStore } from '../ui/storage/browser-storage.ts'
import { useCurrentUser } from './api-context.ts'

/**
 * Returns where a form keeps what is typed: for a signed-in user, with the other drafts of the account; for a visitor, until the tab
 * is closed, because someone else may use the computer next.
 */
export function useDraftOf(form: string): FormDraft {
  const email = useCurrentUser()?.email.toLowerCase()
  return email
    ? { storage: localStore, form: `${email}/${form}` }
    : { storage: sessionStore, form: `visitor/${form}` }
}
