import { useNavigate } from 'react-router'
import { signIn } from '../../shared/messages/pages.ts'
import { useBackend } from '../backend.ts'
import { toast } from '../ui/toast.ts'
import { settleIn } from './settle-in.ts'

/** After a sign-in: makes sure of the profile, says that it worked, and goes where the person was going. */
export function useAfterSignIn() {
  const { api } = useBackend()
  const navigate = useNavigate()
  return async (to: string) => {
    // The sign-in itself has worked: what fails now is done with the next page load.
    const signedIn = await api.getSession({}).catch(() => null)
    if (signedIn) await settleIn(api, signedIn).catch(() => {})
    toast({ tone: 'good', text: signIn.done })
    // Going back should not lead to the form.
    await navigate(to, { replace: true })
  }
}
