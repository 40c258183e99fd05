import { showFailureToast } from '../../ui/failure-toast.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'

type DeleteFormProps = {
  /** The path that accepts the form without scripts, and what it is told to do there. */
  path: string
  action: string
  summary: string
  explanation: string
  submit: string
  send: () => Promise<void>
}

/** Opens before it deletes anything, so that it needs no dialog and works without scripts. */
export function DeleteForm({ path, action, summary, explanation, submit, send }: DeleteFormProps) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold underline">
        {summary}
      </summary>
      <Form
        action={path}
        className="mt-2 space-y-3"
        check={async () => ({ sent: null })}
        send={send}
        onFailure={(error) => showFailureToast(error)}
      >
        <input type="hidden" name="action" value={action} />
        <p className="text-sm text-soft">{explanation}</p>
        <SubmitButton look="danger-outline" busy="Deleting…" worksPlain>
          {submit}
        </SubmitButton>
      </Form>
    </details>
  )
}
