/**
 * Actions that require a recent sign-in, such as granting admin rights. If the server refuses one because the sign-in is too
 * long ago, a dialog asks for the password, and then the action continues where it was.
 */

import { useState } from 'react'
import { signInAgain } from '../../shared/messages/forms.ts'
import { t } from '../../shared/translate.ts'
import { useBackend, useCurrentUser } from '../framework/api-context.ts'
import { isRefused } from '../framework/loading.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { messageOf } from '../ui/toast.ts'
import { validators } from './validators.ts'

type Credentials = { email: string; password: string }
type Interrupted = { resume: () => void; cancel: () => void }

/** Returns a function that runs an action, and the dialog to render outside any form. Canceling throws the server's error. */
export function useSignInAgain() {
  const [interrupted, setInterrupted] = useState<Interrupted | null>(null)

  async function withRecentSignIn<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action()
    } catch (error) {
      if (!isRefused(error, 'sign_in_again')) throw error
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      setInterrupted({ resume: resolve, cancel: () => reject(error) })
      await promise.finally(() => setInterrupted(null))
      return withRecentSignIn(action)
    }
  }

  return { withRecentSignIn, dialog: interrupted && <SignInAgainDialog {...interrupted} /> }
}

function SignInAgainDialog({ resume, cancel }: Interrupted) {
  const { identity } = useBackend()
  const email = useCurrentUser()?.email ?? ''
  const [error, setError] = useState<string | null>(null)
  const [linkSent, setLinkSent] = useState(false)

  async function sendLink() {
    try {
      await identity.sendLink(email, location.pathname + location.search)
      setError(null)
      setLinkSent(true)
    } catch (failure) {
      setError(messageOf(failure))
    }
  }

  return (
    <ConfirmDialog<Credentials | null>
      words={{
        title: t(signInAgain.title),
        text: linkSent ? signInAgain.linkSent(email) : signInAgain.text(email),
        confirm: t(signInAgain.confirm),
        cancel: t(signInAgain.cancel),
      }}
      busy={t('One moment…')}
      onClose={cancel}
      validate={async ({ password = '' }) =>
        linkSent ? { data: null } : validators.signIn({ email, password })
      }
      onSubmit={async (credentials) => {
        if (credentials) await identity.signIn(credentials)
        resume()
      }}
      onFailure={(failure, shown) => setError(shown ? null : messageOf(failure))}
    >
      {!linkSent && (
        <>
          {/* Tells password managers whose password this is. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField label={t('Password')} name="password" autoComplete="current-password" />
          <Button variant="secondary" className="w-full" onClick={sendLink}>
            {t('Email me a link instead')}
          </Button>
        </>
      )}
      <p role="alert" className="text-sm font-medium text-danger empty:hidden">
        {error}
      </p>
    </ConfirmDialog>
  )
}
