import { useState } from 'react'
import { passwordLength } from '../../../shared/limits.ts'
import { setupSteps } from '../../../shared/settings/setup-steps.ts'
import { t } from '../../../shared/translate.ts'
import { NeedsCookies } from '../../account/account-layout.tsx'
import { useAfterSignIn } from '../../account/after-sign-in.ts'
import { validators } from '../../account/validators.ts'
import { useBackend } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { SubmitButton } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { PreviewedForm } from './previewed-form.tsx'

/** Creates the first admin. The link has worked once this succeeds, and not before. */
export function AccountStep({ token }: { token: string }) {
  const { identity } = useBackend()
  const finishSignIn = useAfterSignIn()
  const [name, setName] = useState('')
  return (
    <>
      <NeedsCookies />
      <PreviewedForm
        action={paths.setup()}
        validate={validators.firstAdmin}
        onSubmit={async (person) => {
          await identity.createFirstAdmin({ ...person, token })
          await finishSignIn(paths.setup({ step: setupSteps[1].id }))
        }}
        onValues={(values) => setName(values.name ?? '')}
        preview={<AccountPreview name={name} />}
        buttons={
          <SubmitButton busy={t('Creating…')} worksPlain>
            {t('Create account')}
          </SubmitButton>
        }
      >
        <input type="hidden" name="token" value={token} />
        <TextField label={t('Name')} name="name" autoComplete="name" required />
        <EmailField hint={t('You sign in with it.')} required />
        <PasswordField
          label={t('Password')}
          name="password"
          autoComplete="new-password"
          hint={t('At least {min} characters. Try a few random words.', { min: passwordLength.min })}
          required
        />
      </PreviewedForm>
    </>
  )
}

function AccountPreview({ name }: { name: string }) {
  const shown = name.trim() || t('Your name')
  return (
    <div className="flex items-center gap-3">
      <Avatar name={shown} photo={null} />
      <div className="min-w-0">
        <p className="free-text font-semibold">{shown}</p>
        <p className="text-sm text-soft">{t('Admin')}</p>
      </div>
    </div>
  )
}
