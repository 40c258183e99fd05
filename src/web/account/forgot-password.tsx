import { signIn } from '../../shared/messages/sign-in.ts'
import { useBackend } from '../framework/api-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/forms/dialog.tsx'
import { EmailField } from '../ui/forms/email-field.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { messageOf, toast } from '../ui/toast.ts'
import { validators } from './validators.ts'

type ForgotPasswordProps = { email: string; onClose: () => void }

/** Closes on Cancel, and after sending, whether that succeeded or failed (specification, section 2). */
export function ForgotPassword({ email, onClose }: ForgotPasswordProps) {
  const { identity } = useBackend()
  return (
    <Dialog title="Forgot Password" onClose={onClose}>
      <p className="mt-2 text-sm text-soft">We’ll email you a link to reset your password.</p>
      <Form
        className="mt-5 space-y-5"
        validate={validators.email}
        onSubmit={async ({ email }) => {
          await identity.sendPasswordReset(email)
          onClose()
          toast({ tone: 'success', text: signIn.resetSent })
        }}
        onFailure={(error) => {
          onClose()
          toast({ tone: 'error', text: messageOf(error, signIn.resetFailed) })
        }}
      >
        <EmailField defaultValue={email} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton busy="Sending…">Send reset email</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}
