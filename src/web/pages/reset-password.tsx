import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { AppError } from '../../shared/errors.ts'
import { passwordLength } from '../../shared/limits.ts'
import { signIn } from '../../shared/messages/pages.ts'
import { AccountSheet } from '../accounts/account-sheet.tsx'
import { checks } from '../accounts/checks.ts'
import { NeedsScripts } from '../accounts/needs-scripts.tsx'
import { useBackend } from '../backend.ts'
import { showFailureToast } from '../failure-toast.ts'
import type { LoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'

export async function loader({ query }: LoaderContext) {
  return { token: query.get('token') ?? '' }
}

export function Component() {
  const { token } = useLoaderData<typeof loader>()
  const [at, setAt] = useState<'asking' | 'done' | 'over'>(token ? 'asking' : 'over')
  return (
    <AccountSheet title="Choose a new password">
      <NeedsScripts />
      <p role="alert">
        {at === 'done' && 'Your password is changed. You can sign in with it now.'}
        {at === 'over' && signIn.linkExpired}
      </p>
      {at === 'asking' ? (
        <NewPassword token={token} onDone={() => setAt('done')} onOver={() => setAt('over')} />
      ) : (
        <ButtonLink href={paths.signIn()} className="mt-6 min-h-12 w-full">
          Sign In
        </ButtonLink>
      )}
    </AccountSheet>
  )
}

type Props = { token: string; onDone: () => void; onOver: () => void }

function NewPassword({ token, onDone, onOver }: Props) {
  const { identity } = useBackend()
  return (
    <Form
      check={checks.newPassword}
      send={async ({ newPassword }) => {
        await identity.resetPassword(token, newPassword)
        onDone()
      }}
      onFailure={(error, shown) => {
        const over = !shown && error instanceof AppError && error.code === 'invalid'
        if (over) onOver()
        else showFailureToast(error, shown)
      }}
    >
      <PasswordField
        label="New Password"
        name="newPassword"
        autoComplete="new-password"
        hint={`At least ${passwordLength.min} characters.`}
      />
      <SubmitButton busy="Saving…" className="min-h-12 w-full">
        Save password
      </SubmitButton>
    </Form>
  )
}
