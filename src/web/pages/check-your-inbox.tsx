import { useState } from 'react'
import { signUp } from '../../shared/messages/forms.ts'
import { t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { readSignUpEntry, type SignUpEntry } from '../account/sign-up-entry.ts'
import { useBackend } from '../framework/api-context.ts'
import { type LoaderContext, requireVisitor } from '../framework/loading.ts'
import { useLoaderData, useLocation, useNavigate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { Breakable } from '../ui/breakable.tsx'
import { BusyButton } from '../ui/busy-button.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { messageOf } from '../ui/toast.ts'

export async function loader(context: LoaderContext) {
  return { to: await requireVisitor(context) }
}

/** Where signing up leads. The address is in the history entry, so the page opened on its own does not know it. */
export function Component() {
  const { to } = useLoaderData<typeof loader>()
  const { state } = useLocation()
  // The server renders a reloaded page without the history entry.
  const entry = useHydrated() ? readSignUpEntry(state) : null
  return (
    <AccountSheet title={t('Check your inbox')}>
      <p className="[overflow-wrap:anywhere]">
        {entry
          ? rich(
              'We sent a link to <address>{email}</address>. Open it and confirm your email.',
              {
                address: () => (
                  <strong className="font-semibold">
                    <Breakable address={entry.email} />
                  </strong>
                ),
              },
              { email: entry.email },
            )
          : t('We sent a link to the address you signed up with. Open it and confirm your email.')}
      </p>
      <p className="mt-3 text-sm text-soft">
        {t('No email after a few minutes? Look in your spam folder. The link works for 24 hours.')}
      </p>
      {entry ? (
        <Remedies entry={entry} to={to} />
      ) : (
        <ButtonLink href={paths.signIn(to)} className="mt-6 min-h-12 w-full">
          {t('Sign In')}
        </ButtonLink>
      )}
    </AccountSheet>
  )
}

function Remedies({ entry, to }: { entry: SignUpEntry; to: string }) {
  const navigate = useNavigate()
  const { identity } = useBackend()
  const [message, setMessage] = useState('')
  // Too soon, the server says when to try again.
  const sendAgain = () =>
    identity.sendVerification(entry.email, to).then(
      () => setMessage(t(signUp.sentAgain)),
      (error) => setMessage(messageOf(error)),
    )
  return (
    <>
      <BusyButton
        variant="secondary"
        className="mt-6 min-h-12 w-full"
        busy={t('Sending…')}
        onClick={sendAgain}
      >
        {t('Send again')}
      </BusyButton>
      <p role="status" className="mt-2 min-h-5 text-center text-sm">
        {message}
      </p>
      <p className="mt-2 border-t border-dashed border-line pt-5 text-center text-sm">
        <TextLink
          href={paths.signUp(to)}
          onClick={(event) => {
            event.preventDefault()
            void navigate(paths.signUp(to), { state: entry })
          }}
        >
          {t('Wrong address?')}
        </TextLink>
      </p>
    </>
  )
}
