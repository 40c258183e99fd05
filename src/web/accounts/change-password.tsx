import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { passwordLength } from '../../shared/limits.ts'
import { account as sentences } from '../../shared/messages/forms.ts'
import { signIn } from '../../shared/messages/pages.ts'
import { useBackend } from '../backend.ts'
import { showFailureToast } from '../failure-toast.ts'
import { Button } from '../ui/button.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { toast } from '../ui/toast.ts'
import { checks } from './checks.ts'

export function ChangePassword() {
  const { identity } = useBackend()
  const { revalidate } = useRevalidator()
  // A form that was sent is made anew: passwords should not stay in its boxes.
  const [times, setTimes] = useState(0)
  return (
    <Form
      key={times}
      check={checks.changePassword}
      send={async ({ currentPassword, newPassword }) => {
        await identity.changePassword(currentPassword, newPassword)
        toast({ tone: 'good', text: sentences.passwordChanged })
        await revalidate()
        setTimes(times + 1)
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

/** For an account that has only been signed in to through other sites or by links: the way of Forgot Password. */
export function SetPassword({ email }: { email: string }) {
  const { identity } = useBackend()
  const [busy, setBusy] = useState(false)
  const ready = useHydrated()

  async function send() {
    setBusy(true)
    try {
      await identity.sendPasswordReset(email)
      toast({ tone: 'good', text: signIn.resetSent })
    } catch (error) {
      showFailureToast(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p className="text-soft">
        Your account has no password yet. As with Forgot Password, we mail you a link with which you set one.
      </p>
      <Button look="secondary" className="mt-4" disabled={!ready || busy} onClick={send}>
        {busy ? 'Sending…' : 'Send me the link'}
      </Button>
    </>
  )
}
