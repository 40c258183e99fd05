import type { Kind } from '../../../shared/listing.ts'
import { reviewRequested } from '../../../shared/messages/forms.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useRevalidate } from '../../framework/router/hooks.ts'
import { paths } from '../../paths.ts'
import { showFailureToast } from '../../ui/failure-toast.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/toast.ts'

/** Puts the author's hidden ad into the admins' queue. Works without scripts. */
export function AskForReview({ kind, id }: { kind: Kind; id: string }) {
  const { api } = useBackend()
  const revalidate = useRevalidate()
  return (
    <Form
      action={paths.requestReview(kind, id)}
      className="mt-2"
      check={async () => ({ sent: id })}
      send={async (id) => {
        await api.requestReview({ params: { id } })
        toast({ tone: 'good', text: reviewRequested })
        await revalidate()
      }}
      onFailure={(error) => showFailureToast(error)}
    >
      <SubmitButton look="secondary" busy="Asking…" worksPlain>
        Ask for a review
      </SubmitButton>
    </Form>
  )
}
