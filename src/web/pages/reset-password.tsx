import { useState } from 'react'
import { AppError } from '../../shared/errors.ts'
import { passwordLength } from '../../shared/limits.ts'
import { signIn } from '../../shared/messages/sign-in.ts'
import { t } from '../../shared/translate.ts'
import { AccountSheet, NeedsScripts } from '../account/account-layout.tsx'
import { validators } from '../account/validators.ts'
import { useBackend } from '../framework/api-context.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { showFailureToast } from '../ui/toast.ts'

export async function loader({ query }: LoaderContext) {
  return { token: query.get('token') ?? '' }
}

export function Component() {
  const { token } = useLoaderData<typeof loader>()
  const [state, setState] = useState<'form' | 'done' | 'expired'>(token ? 'form' : 'expired')
  return (
    <AccountSheet title={t('Choose a new password')}>
      <NeedsScripts />
      <p role="alert">
        {state === 'done' && t('Your password has been changed. You can sign in with it now.')}
        {state === 'expired' && t(signIn.linkExpired)}
      </p>
      {state === 'form' ? (
        <NewPasswordForm token={token} onEnd={setState} />
      ) : (
        <ButtonLink href={paths.signIn()} className="mt-6 min-h-12 w-full">
          {t('Sign In')}
        </ButtonLink>
      )}
    </AccountSheet>
  )
}

type NewPasswordFormProps = { token: string; onEnd: (state: 'done' | 'expired') => void }

function NewPasswordForm({ token, onEnd }: NewPasswordFormProps) {
  const { identity } = useBackend()
  return (
    <Form
      validate={validators.newPassword}
      onSubmit={async ({ newPassword }) => {
        await identity.resetPassword(token, newPassword)
        onEnd('done')
      }}
      onFailure={(error, shown) => {
        const isExpired = !shown && error instanceof AppError && error.code === 'invalid'
        if (isExpired) onEnd('expired')
        else showFailureToast(error, shown)
      }}
    >
      <PasswordField
        label={t('New Password')}
        name="newPassword"
        autoComplete="new-password"
        hint={t('At least {min} characters.', { min: passwordLength.min })}
      />
      <SubmitButton busy={t('Saving…')} className="min-h-12 w-full">
        {t('Save password')}
      </SubmitButton>
    </Form>
  )
}
