import { useEffect } from 'react'
import { verification as messages } from '../../shared/messages/sign-in.ts'
import { safeRedirectPath } from '../../shared/safe-redirect.ts'
import { type Message, msg, t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { takeRedirect } from '../account/after-sign-in.ts'
import { ConfirmEmail } from '../account/confirm-email.tsx'
import { useCurrentUser } from '../framework/api-context.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

/** `state` is the outcome of the form, which posts to this page (the server's verification-form.ts). */
export async function loader({ api, query }: LoaderContext) {
  const to = safeRedirectPath(query.get('to'))
  const token = query.get('token')
  const state = query.get('state')
  const verification = token ? await api.getVerification({ body: { token } }) : null
  return { to, token: token ?? '', verification, state }
}

/** Why the form could not be submitted, by the outcome that led back to it. */
const problems: Record<string, Message> = {
  later: msg('Too many attempts. Please try again in a minute.'),
  password: messages.wrongPassword,
}

export function Component() {
  const { to, token, verification, state } = useLoaderData<typeof loader>()
  // Pressing the button did not sign the user in, so no sign-in remains to be finished (after-sign-in.ts).
  useEffect(() => {
    takeRedirect()
  }, [])
  const problem = problems[state ?? '']
  if (verification && !verification.verified)
    return (
      <ConfirmEmail verification={verification} token={token} to={to} problem={problem ? t(problem) : null} />
    )
  if (verification || state === 'done') return <Verified to={to} />
  return state === 'declined' ? <Declined /> : <Expired to={to} />
}

function Verified({ to }: { to: string }) {
  const currentUser = useCurrentUser()
  return (
    <AccountSheet title={t('You’re verified!')}>
      <p role="status">{currentUser ? t('Your email is verified.') : t('Sign in to continue.')}</p>
      <ButtonLink href={currentUser ? paths.account() : paths.signIn(to)} className="mt-6 min-h-12 w-full">
        {currentUser ? t('Go to your account') : t('Sign In')}
      </ButtonLink>
    </AccountSheet>
  )
}

function Declined() {
  return (
    <AccountSheet title={t('Thanks for telling us')}>
      <p role="status">
        {t('We deleted what was waiting for your confirmation. Nobody can sign in with your email address.')}
      </p>
      <p className="mt-3 text-soft">{t('If you’d like an account of your own, you can sign up anytime.')}</p>
      <ButtonLink variant="secondary" href={paths.home()} className="mt-6 min-h-12 w-full">
        {t('Go to the home page')}
      </ButtonLink>
    </AccountSheet>
  )
}

function Expired({ to }: { to: string }) {
  return (
    <AccountSheet title={t('Verify your email')}>
      <div role="alert">
        <p className="font-semibold">{t('This link has expired or was already used.')}</p>
        <p className="mt-2 text-soft">
          {t(
            'If your email isn’t verified yet, sign in with your password, and we’ll offer to send the email again.',
          )}
        </p>
      </div>
      <ButtonLink href={paths.signIn(to)} className="mt-6 min-h-12 w-full">
        {t('Sign In')}
      </ButtonLink>
    </AccountSheet>
  )
}
