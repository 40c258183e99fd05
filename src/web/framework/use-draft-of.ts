import type { FormDraft } from '../ui/forms/use-form-draft.ts'
import { localStore, sessionStore } from '../ui/storage/browser-storage.ts'
import { useCurrentUser } from './api-context.ts'

/** Returns where a form keeps what is typed: for a visitor, only until the tab is closed, because others may use the computer next. */
export function useDraftOf(form: string): FormDraft {
  const email = useCurrentUser()?.email.toLowerCase()
  return email
    ? { storage: localStore, form: `${email}/${form}` }
    : { storage: sessionStore, form: `visitor/${form}` }
}
