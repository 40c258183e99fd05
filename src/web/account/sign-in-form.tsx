import { useEffect, useRef, useState } from 'react'
import { signIn } from '../../shared/messages/sign-in.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useLocation } from '../framework/router/hooks.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { EmailField } from '../ui/forms/email-field.tsx'
import { Form, SubmitButton, valuesOf } from '../ui/forms/form.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { messageOf, toast } from '../ui/toast.ts'
import { useAfterSignIn } from './after-sign-in.ts'
import { readSignUpEntry } from './sign-up-entry.ts'
import { useSignInFailure } from './use-sign-in-failure.ts'
import { validators } from './validators.ts'

const forgotHash = '#forgot-password'

export function SignInForm({ to }: { to: string }) {
  const { identity } = useBackend()
  const { showFailure } = useSignInFailure(to)
  const finishSignIn = useAfterSignIn()
  const form = useRef<HTMLFormElement>(null)
  const { search, state } = useLocation()
  const [forgotOpen, setForgotOpen] = useState(new URLSearchParams(search).has('forgot'))
  // The link may have been followed before this code ran.
  useEffect(() => {
    if (location.hash === forgotHash) setForgotOpen(true)
  }, [])
  const enteredEmail = () => (form.current && valuesOf(form.current).email) || ''

  function showEmailError(message: string) {
    toast({ tone: 'error', text: message })
    form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus()
  }

  return (
    <>
      <Form
        ref={form}
        validate={validators.signIn}
        onSubmit={async (credentials) => {
          await identity.signIn(credentials)
          await finishSignIn(to)
        }}
        onFailure={(error, shown) => {
          if (!shown) showFailure(error, enteredEmail())
        }}
      >
        {/* A failed sign-in left this page (see `useSignInFailure`). */}
        <EmailField defaultValue={readSignUpEntry(state)?.email} />
        <PasswordField label={t('Password')} name="password" autoComplete="current-password" />
        <p className="needs-script -mt-2 text-end text-sm">
          <TextLink
            href={forgotHash}
            aria-haspopup="dialog"
            className="inline-flex min-h-11 items-center"
            onClick={(event) => {
              event.preventDefault()
              setForgotOpen(true)
            }}
          >
            {t('Forgot Password')}
          </TextLink>
        </p>
        <SubmitButton busy={t('Signing in…')} className="min-h-12 w-full">
          {t('Sign In')}
        </SubmitButton>
        <EmailLinkButton to={to} enteredEmail={enteredEmail} onInvalid={showEmailError} />
      </Form>
      {forgotOpen && <ForgotPassword email={enteredEmail()} onClose={() => setForgotOpen(false)} />}
    </>
  )
}

type EmailLinkButtonProps = { to: string; enteredEmail: () => string; onInvalid: (message: string) => void }

/** Sends a sign-in link to the form's email. The password is not needed. */
function EmailLinkButton({ to, enteredEmail, onInvalid }: EmailLinkButtonProps) {
  const { identity } = useBackend()
  return (
    <BusyButton
      variant="secondary"
      className="needs-script min-h-12 w-full py-2 text-balance whitespace-normal!"
      busy={t('Sending…')}
      onClick={async () => {
        const result = await validators.email({ email: enteredEmail() })
        if ('errors' in result) return onInvalid(result.errors.email ?? '')
        await identity.sendLink(result.data.email, to)
        toast({ tone: 'success', text: t(signIn.linkSent) })
      }}
    >
      {t('Email me a link instead of a password')}
    </BusyButton>
  )
}

type ForgotPasswordProps = { email: string; onClose: () => void }

/** Closes on Cancel, and after sending, whether that succeeded or failed (specification, section 2). */
function ForgotPassword({ email, onClose }: ForgotPasswordProps) {
  const { identity } = useBackend()
  return (
    <ConfirmDialog
      words={{
        title: t('Forgot Password'),
        text: t('We’ll email you a link to reset your password.'),
        confirm: t('Send reset email'),
        cancel: t('Cancel'),
      }}
      busy={t('Sending…')}
      onClose={onClose}
      validate={validators.email}
      onSubmit={async ({ email }) => {
        await identity.sendPasswordReset(email)
        onClose()
        toast({ tone: 'success', text: t(signIn.resetSent) })
      }}
      onFailure={(error) => {
        onClose()
        toast({ tone: 'error', text: messageOf(error, t(signIn.resetFailed)) })
      }}
    >
      <EmailField defaultValue={email} />
    </ConfirmDialog>
  )
}
