import { account as sentences } from '../../shared/messages/forms.ts'
import { useBackend } from '../backend.ts'
import { showFailureToast } from '../failure-toast.ts'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { toast } from '../ui/toast.ts'
import { checks } from './checks.ts'

export function ChangeEmail({ email }: { email: string }) {
  const { identity } = useBackend()
  return (
    <>
      <p className="mb-4 text-soft">
        You sign in with <span className="font-semibold text-ink">{email}</span>.
      </p>
      <Form
        check={checks.changeEmail}
        send={async ({ newEmail }) => {
          await identity.changeEmail(newEmail)
          toast({ tone: 'good', text: sentences.emailChangeRequested(newEmail) })
        }}
        onFailure={showFailureToast}
      >
        <TextField
          label="New Email"
          name="newEmail"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint="It changes once you open the link that we mail to the new address."
        />
        <SubmitButton busy="Sending…">Change email</SubmitButton>
      </Form>
    </>
  )
}
