import { useNavigate } from 'react-router'
import { passwordLength } from '../../shared/limits.ts'
import { signUp } from '../../shared/messages/forms.ts'
import { useBackend } from '../backend.ts'
import { showFailureToast } from '../failure-toast.ts'
import { paths } from '../paths.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { toast } from '../ui/toast.ts'
import { checks } from './checks.ts'

export function SignUpForm({ to }: { to: string }) {
  const { identity } = useBackend()
  const navigate = useNavigate()
  return (
    <Form
      check={checks.signUp}
      send={async ({ name, email, password }) => {
        await identity.signUp({ name, email, password })
        toast({ tone: 'good', text: signUp.done })
        // Not signed in yet: a private page will redirect to the sign-in page first.
        await navigate(to, { replace: true })
      }}
      onFailure={showFailureToast}
    >
      <TextField label="Name" name="name" autoComplete="name" />
      <TextField label="Email" name="email" type="email" autoComplete="email" inputMode="email" />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${passwordLength.min} characters. Try a few random words.`}
      />
      <Checkbox name="agreed">
        I agree to the <TextLink href={paths.privacy()}>Privacy Policy</TextLink>
      </Checkbox>
      <SubmitButton busy="Signing up…" className="min-h-12 w-full">
        Sign Up
      </SubmitButton>
    </Form>
  )
}
