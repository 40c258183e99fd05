import { useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { signIn } from '../../shared/messages/pages.ts'
import { useBackend } from '../backend.ts'
import { showFailureToast } from '../failure-toast.ts'
import { Button } from '../ui/button.tsx'
import { Form, SubmitButton, valuesOf } from '../ui/forms/form.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { TextLink } from '../ui/text-link.tsx'
import { toast } from '../ui/toast.ts'
import { checks } from './checks.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { useAfterSignIn } from './use-arrive.ts'
import { useSignInFailure } from './use-sign-in-failure.ts'

export function SignInForm({ to }: { to: string }) {
  const { identity } = useBackend()
  const { tell } = useSignInFailure(to)
  const arrive = useAfterSignIn()
  const form = useRef<HTMLFormElement>(null)
  const [forgot, setForgot] = useState(useSearchParams()[0].has('forgot'))
  const typedEmail = () => (form.current && valuesOf(form.current).email) || ''

  function sayAtEmail(sentence: string) {
    toast({ tone: 'bad', text: sentence })
    form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus()
  }

  return (
    <>
      <Form
        ref={form}
        check={checks.signIn}
        send={async (person) => {
          await identity.signIn(person)
          await arrive(to)
        }}
        onFailure={(error, shown) => {
          if (!shown) tell(error, typedEmail())
        }}
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          defaultValue={useKeptEmail()}
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <p className="needs-script -mt-2 text-right text-sm">
          <TextLink
            href="#forgot-password"
            aria-haspopup="dialog"
            className="inline-flex min-h-11 items-center"
            onClick={(event) => {
              event.preventDefault()
              setForgot(true)
            }}
          >
            Forgot Password
          </TextLink>
        </p>
        <SubmitButton busy="Signing in…" className="min-h-12 w-full">
          Sign In
        </SubmitButton>
        <EmailLinkButton to={to} typedEmail={typedEmail} onWrong={sayAtEmail} />
      </Form>
      {forgot && <ForgotPassword email={typedEmail()} onClose={() => setForgot(false)} />}
    </>
  )
}

/** What was typed before a sign-in failed and led away from the form. */
function useKeptEmail(): string | undefined {
  const state: unknown = useLocation().state
  const kept = typeof state === 'object' && state !== null && 'email' in state && state.email
  return typeof kept === 'string' ? kept : undefined
}

type LinkProps = { to: string; typedEmail: () => string; onWrong: (sentence: string) => void }

/** Signs in without a password: uses the form's email alone. */
function EmailLinkButton({ to, typedEmail, onWrong }: LinkProps) {
  const { identity } = useBackend()
  const [busy, setBusy] = useState(false)
  const ready = useHydrated()

  async function send() {
    setBusy(true)
    try {
      const checked = await checks.email({ email: typedEmail() })
      if ('errors' in checked) return onWrong(checked.errors.email ?? '')
      await identity.sendLink(checked.sent.email, to)
      toast({ tone: 'good', text: signIn.linkSent })
    } catch (error) {
      showFailureToast(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button look="quiet" className="needs-script min-h-12 w-full" disabled={!ready || busy} onClick={send}>
      {busy ? 'Sending…' : 'Email me a link'}
    </Button>
  )
}
