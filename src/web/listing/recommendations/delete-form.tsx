import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { showFailureToast } from '../../ui/toast.ts'

type DeleteFormProps = {
  /** The path that accepts the form without scripts, and what it is told to do there. */
  path: string
  action: string
  summary: string
  explanation: string
  submit: string
  onSubmit: () => Promise<void>
}

/** Opens before it deletes anything, so that it needs no dialog and works without scripts. */
export function DeleteForm({ path, action, summary, explanation, submit, onSubmit }: DeleteFormProps) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold underline">
        {summary}
      </summary>
      <Form
        action={path}
        className="mt-2 space-y-3"
        validate={async () => ({ data: null })}
        onSubmit={onSubmit}
        onFailure={(error) => showFailureToast(error)}
      >
        <input type="hidden" name="action" value={action} />
        <p className="text-sm text-soft">{explanation}</p>
        <SubmitButton variant="danger-outline" busy="Deleting…" worksPlain>
          {submit}
        </SubmitButton>
      </Form>
    </details>
  )
}
