import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { showFailureToast } from '../../ui/toast.ts'

type ActionFormProps = {
  /** The path that accepts the form without scripts, and the action that it names. */
  action: string
  name: string
  look?: 'secondary' | 'danger-outline'
  onSubmit: () => Promise<void>
  children: string
}

/** A button that works without scripts. */
export function ActionForm({ action, name, look = 'secondary', onSubmit, children }: ActionFormProps) {
  return (
    <Form
      className=""
      action={action}
      validate={async () => ({ data: null })}
      onSubmit={onSubmit}
      onFailure={showFailureToast}
    >
      <input type="hidden" name="action" value={name} />
      <SubmitButton busy="…" look={look} worksPlain>
        {children}
      </SubmitButton>
    </Form>
  )
}
