/**
 * What follows every sign-in, by whatever way: somebody new gets a profile (specification, section 4). Done again, or
 * in two tabs at once, it changes nothing.
 */
import type { CurrentUser } from '../../shared/account.ts'
import type { Api } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { signIn } from '../../shared/messages/pages.ts'
import { toast } from '../ui/toast.ts'

const settledUnder = 'settled'
const returningUnder = 'returning'

/** Answers whether a profile was made. */
export async function settleIn(api: Api, { email, name }: CurrentUser): Promise<boolean> {
  const { exists } = await api.profileExists({ body: { email } })
  const made = !exists && (await makeProfile(api, { email, name }))
  sessionStorage.setItem(settledUnder, email)
  return made
}

async function makeProfile(api: Api, { email, name }: Pick<CurrentUser, 'email' | 'name'>): Promise<boolean> {
  try {
    // Who signs in by a link has told no name.
    await api.createProfile({ body: { email, name: name.trim() || (email.split('@')[0] ?? email) } })
    return true
  } catch (error) {
    // Another tab was faster.
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

/** The browser is about to leave for another site, to come back signed in. */
export const leaveToSignIn = () => sessionStorage.setItem(returningUnder, 'yes')

/** Answers whether the browser had left to sign in, and forgets it. */
export function returnFromSignIn(): boolean {
  const returning = sessionStorage.getItem(returningUnder) !== null
  sessionStorage.removeItem(returningUnder)
  return returning
}

/** On the page where somebody lands who came back from another site; once per session. */
export async function settleOnArrival(api: Api, signedIn: CurrentUser) {
  const returned = returnFromSignIn()
  if (!returned && sessionStorage.getItem(settledUnder) === signedIn.email) return
  const made = await settleIn(api, signedIn)
  if (returned) toast({ tone: 'good', text: made ? signIn.doneNew : signIn.done })
}
