/** The email and the password on the account page. */

import { useState } from 'react'
import { passwordLength } from '../../shared/limits.ts'
import { signIn } from '../../shared/messages/sign-in.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { EmailField } from '../ui/forms/email-field.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { showFailureToast, toast } from '../ui/toast.ts'
import { useSignInAgain } from './sign-in-again.tsx'
import { validators } from './validators.ts'

export function ChangeEmail({ email }: { email: string }) {
  const { identity } = useBackend()
  const { withRecentSignIn, dialog } = useSignInAgain()
  return (
    <>
      <p className="mb-4 text-soft">
        You sign in with <span className="font-semibold text-ink">{email}</span>.
      </p>
      <Form
        validate={validators.changeEmail}
        onSubmit={async ({ newEmail }) => {
          await withRecentSignIn(() => identity.changeEmail(newEmail))
          toast({
            tone: 'success',
            text: `We’ve emailed a link to ${newEmail}. Open it to confirm your new email.`,
          })
        }}
        onFailure={showFailureToast}
      >
        <EmailField label="New Email" name="newEmail" hint="We’ll email the new address a link to confirm." />
        <SubmitButton busy="Sending…">Change email</SubmitButton>
      </Form>
      {dialog}
    </>
  )
}

export function ChangePassword() {
  const { identity } = useBackend()
  const revalidate = useRevalidate()
  // A new key after each change clears the fields: passwords should not stay on the page.
  const [formKey, setFormKey] = useState(0)
  return (
    <Form
      key={formKey}
      validate={validators.changePassword}
      onSubmit={async ({ currentPassword, newPassword }) => {
        await identity.changePassword(currentPassword, newPassword)
        toast({
          tone: 'success',
          text: 'Your password is changed, and you’ve been signed out everywhere else.',
        })
        await revalidate()
        setFormKey(formKey + 1)
      }}
      onFailure={showFailureToast}
    >
      <PasswordField label="Current Password" name="currentPassword" autoComplete="current-password" />
      <PasswordField
        label="New Password"
        name="newPassword"
        autoComplete="new-password"
        hint={`At least ${passwordLength.min} characters.`}
      />
      <SubmitButton busy="Saving…">Change password</SubmitButton>
    </Form>
  )
}

/** For an account without a password: its owner signs in with a provider or by link. */
export function SetPassword({ email }: { email: string }) {
  const { identity } = useBackend()
  return (
    <>
      <p className="text-soft">
        Your account doesn’t have a password yet. We’ll email you a link to set one.
      </p>
      <BusyButton
        variant="secondary"
        className="needs-script mt-4"
        busy="Sending…"
        onClick={async () => {
          await identity.sendPasswordReset(email)
          toast({ tone: 'success', text: t(signIn.resetSent) })
        }}
      >
        Send me the link
      </BusyButton>
    </>
  )
}
