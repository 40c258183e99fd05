import { passwordLength } from '../../shared/limits.ts'
import { signUp } from '../../shared/messages/forms.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useLocation, useNavigate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { EmailField } from '../ui/forms/email-field.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { showFailureToast, toast } from '../ui/toast.ts'
import { readSignUpEntry, type SignUpEntry } from './sign-up-entry.ts'
import { validators } from './validators.ts'

export function SignUpForm({ to, invitation }: { to: string; invitation: string }) {
  const { identity } = useBackend()
  const navigate = useNavigate()
  // What was typed before, if the address turned out to be wrong.
  const typed = readSignUpEntry(useLocation().state)
  return (
    <Form
      validate={validators.signUp}
      onSubmit={async ({ name, email, password }) => {
        await identity.signUp({ name, email, password, callbackURL: to, invitation })
        toast({ tone: 'success', text: t(signUp.done), detail: t(signUp.doneDetail), onNextPage: true })
        const entry: SignUpEntry = { name, email }
        // Replace, so that going back does not lead to the form. The history entry keeps the address, the URL does not.
        await navigate(paths.checkInbox(to), { replace: true, state: entry })
      }}
      onFailure={showFailureToast}
    >
      <TextField label={t('Name')} name="name" autoComplete="name" defaultValue={typed?.name} />
      <EmailField defaultValue={typed?.email} />
      <PasswordField
        label={t('Password')}
        name="password"
        autoComplete="new-password"
        hint={t('At least {min} characters. Try a few random words.', { min: passwordLength.min })}
      />
      <Checkbox name="agreed" defaultChecked={typed !== null}>
        {rich('I agree to the <link>Privacy Policy</link>', {
          link: (text) => <TextLink href={paths.privacy()}>{text}</TextLink>,
        })}
      </Checkbox>
      <SubmitButton busy={t('Signing up…')} className="min-h-12 w-full">
        {t('Sign Up')}
      </SubmitButton>
    </Form>
  )
}
