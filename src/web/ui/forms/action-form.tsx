import { showFailureToast } from '../toast.ts'
import { Form, SubmitButton } from './form.tsx'

type ActionFormProps = {
  /** The path that accepts the form without scripts, and the action that it names. */
  action: string
  name: string
  variant?: 'secondary' | 'danger-outline'
  onSubmit: () => Promise<void>
  children: string
}

/** A button that works without scripts. */
export function ActionForm({ action, name, variant = 'secondary', onSubmit, children }: ActionFormProps) {
  return (
    <Form
      className=""
      action={action}
      validate={async () => ({ data: null })}
      onSubmit={onSubmit}
      onFailure={showFailureToast}
    >
      <input type="hidden" name="action" value={name} />
      <SubmitButton busy="…" variant={variant} worksPlain>
        {children}
      </SubmitButton>
    </Form>
  )
}
