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
import { rich } from '../ui/rich.tsx'
import { showFailureToast, toast } from '../ui/toast.ts'
import { useSignInAgain } from './sign-in-again.tsx'
import { validators } from './validators.ts'

export function ChangeEmail({ email }: { email: string }) {
  const { identity } = useBackend()
  const { withRecentSignIn, dialog } = useSignInAgain()
  return (
    <>
      <p className="mb-4 text-soft">
        {rich(
          'You sign in with <email>{address}</email>.',
          { email: (text) => <span className="font-semibold text-ink">{text}</span> },
          { address: email },
        )}
      </p>
      <Form
        validate={validators.changeEmail}
        onSubmit={async ({ newEmail }) => {
          await withRecentSignIn(() => identity.changeEmail(newEmail))
          toast({
            tone: 'success',
            text: t('We’ve emailed a link to {email}. Open it to confirm your new email.', {
              email: newEmail,
            }),
          })
        }}
        onFailure={showFailureToast}
      >
        <EmailField
          label={t('New Email')}
          name="newEmail"
          hint={t('We’ll email the new address a link to confirm.')}
        />
        <SubmitButton busy={t('Sending…')}>{t('Change email')}</SubmitButton>
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
          text: t('Your password is changed, and you’ve been signed out everywhere else.'),
        })
        await revalidate()
        setFormKey(formKey + 1)
      }}
      onFailure={showFailureToast}
    >
      <PasswordField label={t('Current Password')} name="currentPassword" autoComplete="current-password" />
      <PasswordField
        label={t('New Password')}
        name="newPassword"
        autoComplete="new-password"
        hint={t('At least {min} characters.', { min: passwordLength.min })}
      />
      <SubmitButton busy={t('Saving…')}>{t('Change password')}</SubmitButton>
    </Form>
  )
}

/** For an account without a password: its owner signs in with a provider or by link. */
export function SetPassword({ email }: { email: string }) {
  const { identity } = useBackend()
  return (
    <>
      <p className="text-soft">
        {t('Your account doesn’t have a password yet. We’ll email you a link to set one.')}
      </p>
      <BusyButton
        variant="secondary"
        className="needs-script mt-4"
        busy={t('Sending…')}
        onClick={async () => {
          await identity.sendPasswordReset(email)
          toast({ tone: 'success', text: t(signIn.resetSent) })
        }}
      >
        {t('Send me the link')}
      </BusyButton>
    </>
  )
}
