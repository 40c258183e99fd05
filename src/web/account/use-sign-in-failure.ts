import { AppError } from '../../shared/errors.ts'
import { signIn } from '../../shared/messages/sign-in.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { messageOf, showFailureToast, toast } from '../ui/toast.ts'

/** Handles failed sign-ins. Each keeps the email for another try. */
export function useSignInFailure(to: string) {
  const { identity } = useBackend()
  const navigate = useNavigate()

  async function resendVerification(email: string) {
    try {
      await identity.sendVerification(email, to)
      toast({ tone: 'success', text: t(signIn.verificationSent) })
    } catch (error) {
      showFailureToast(error)
    }
  }

  function goHome(text: string, email: string) {
    const tryAgain = () => void navigate(paths.signIn(to), { state: { name: '', email } })
    toast({ tone: 'error', text, action: { label: t('Try again'), run: tryAgain }, onNextPage: true })
    // A failed sign-in goes to the home page with the provider's message (specification, section 8).
    void navigate(paths.home(), { replace: true })
  }

  function showFailure(error: unknown, email: string) {
    // The provider did not respond, so the form stays for another try.
    if (!(error instanceof AppError) || error.code === 'unavailable') return showFailureToast(error)
    if (error.code !== 'forbidden') return goHome(messageOf(error), email)
    const action = { label: t('Send it again'), run: () => void resendVerification(email) }
    toast({ tone: 'error', text: t(signIn.unverified), action })
  }

  return { showFailure, goHome }
}
