import { showFailureToast } from '../../ui/failure-toast.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'

type ActionFormProps = {
  /** The path that accepts the form without scripts, and the action that it names. */
  action: string
  name: string
  look?: 'secondary' | 'danger-outline'
  send: () => Promise<void>
  children: string
}

/** A button that works without scripts. */
export function ActionForm({ action, name, look = 'secondary', send, children }: ActionFormProps) {
  return (
    <Form
      className=""
      action={action}
      check={async () => ({ sent: null })}
      send={send}
      onFailure={showFailureToast}
    >
      <input type="hidden" name="action" value={name} />
      <SubmitButton busy="…" look={look} worksPlain>
        {children}
      </SubmitButton>
    </Form>
  )
}
