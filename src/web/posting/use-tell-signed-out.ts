import { useLocation, useNavigate } from 'react-router'
import { signIn } from '../../shared/messages/pages.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'

/** Says that nobody is signed in any more, and offers the way there and back. What stands on the page stays. */
export function useTellSignedOut() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const run = () => void navigate(paths.signIn(pathname + search))
  return () => toast({ tone: 'bad', text: signIn.sessionEnded, action: { label: 'Sign In', run } })
}
