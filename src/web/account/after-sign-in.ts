/** What follows every sign-in: a new user gets a profile (specification, section 4), and a toast confirms it. */

import type { CurrentUser } from '../../shared/account.ts'
import type { Api } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { readerLanguage } from '../../shared/language.ts'
import { signIn } from '../../shared/messages/sign-in.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { sessionStore } from '../ui/storage/browser-storage.ts'
import { type Toast, toast } from '../ui/toast.ts'

const profileCheckedKey = 'profile-checked'
const redirectedKey = 'redirected-to-sign-in'

/** Returns a function that finishes a sign-in on this page and navigates to `to`. */
export function useAfterSignIn() {
  const { api } = useBackend()
  const navigate = useNavigate()
  return async (to: string) => {
    // The sign-in itself has succeeded. If one of these calls fails, the next page load retries it.
    const currentUser = await api.getSession({}).catch(() => undefined)
    // The browser did not keep the cookie of the session.
    if (currentUser === null) return toast({ tone: 'error', text: t(signIn.needsCookies) })
    if (currentUser) await ensureProfile(api, currentUser).catch(() => {})
    if (currentUser?.language && currentUser.language !== readerLanguage()) {
      // The scripts of the other language confirm the sign-in.
      rememberRedirect()
      return location.replace(to)
    }
    toast({ ...signedInToast(currentUser), onNextPage: true })
    // Replace, so that going back does not lead to the form.
    await navigate(to, { replace: true })
  }
}

/** Warns a suspended user, to whom a plain confirmation would look like good news. */
const signedInToast = (currentUser: CurrentUser | undefined, text: string = t(signIn.done)): Toast =>
  currentUser?.suspensionReason == null
    ? { tone: 'success', text }
    : { tone: 'error', text: t(signIn.suspended), detail: t(signIn.doneSuspended) }

/** Creates the user's profile if there is none. Safe to repeat and to run in two tabs at once. Returns whether it did. */
export async function ensureProfile(api: Api, { email, name }: CurrentUser): Promise<boolean> {
  const { exists } = await api.profileExists({ body: { email } })
  const created = !exists && (await createProfile(api, { email, name }))
  sessionStore.set(profileCheckedKey, email)
  return created
}

async function createProfile(
  api: Api,
  { email, name }: Pick<CurrentUser, 'email' | 'name'>,
): Promise<boolean> {
  try {
    // A sign-in by link comes without a name.
    await api.createProfile({ body: { email, name: name.trim() || (email.split('@')[0] ?? email) } })
    return true
  } catch (error) {
    // Another tab was faster.
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

/** Remembers that the browser leaves for a provider, and will come back signed in. */
export const rememberRedirect = () => sessionStore.set(redirectedKey, 'yes')

/** Returns whether the browser left for a provider, once. */
export function takeRedirect(): boolean {
  const redirected = sessionStore.get(redirectedKey) !== null
  sessionStore.set(redirectedKey, null)
  return redirected
}

/** Finishes a sign-in with a provider on the page to which it returns. Does nothing on later pages of the session. */
export async function finishRedirect(api: Api, currentUser: CurrentUser) {
  const redirected = takeRedirect()
  if (!redirected && sessionStore.get(profileCheckedKey) === currentUser.email) return
  const created = await ensureProfile(api, currentUser)
  if (redirected) toast(signedInToast(currentUser, t(created ? signIn.doneNew : signIn.done)))
}
