import { renewed } from '../../shared/messages/renewals.ts'
import { useBackend } from '../framework/api-context.ts'
import { useLocation, useRevalidate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { showFailureToast, toast } from '../ui/toast.ts'

type RenewFormProps = { id: string; title: string; className?: string }

/** The button with which an author says that a service is still offered. It comes back to its page, also without scripts. */
export function RenewForm({ id, title, className = '' }: RenewFormProps) {
  const { api } = useBackend()
  const { pathname, search } = useLocation()
  const revalidate = useRevalidate()
  return (
    <Form
      action={paths.renewService()}
      validate={async () => ({ data: id })}
      onSubmit={async (id) => {
        await api.renewService({ params: { id } })
        toast({ tone: 'success', text: renewed })
        await revalidate()
      }}
      onFailure={(error) => showFailureToast(error)}
      className={className}
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="to" value={pathname + search} />
      <SubmitButton variant="secondary" busy="Renewing…" worksPlain label={`Renew ${title}`}>
        Renew
      </SubmitButton>
    </Form>
  )
}
