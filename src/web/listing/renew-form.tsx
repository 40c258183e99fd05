import { renewed } from '../../shared/messages/renewals.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useLocation, useRevalidate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { toast } from '../ui/toast.ts'

type RenewFormProps = { id: string; title: string; className?: string }

/** The button with which an author confirms a service. Without scripts, it leads back to the current page. */
export function RenewForm({ id, title, className = '' }: RenewFormProps) {
  const { api } = useBackend()
  const { pathname, search } = useLocation()
  const revalidate = useRevalidate()
  return (
    <ActionForm
      action={paths.renewService()}
      fields={{ id, to: pathname + search }}
      submit={t('Renew')}
      busy={t('Renewing…')}
      variant="secondary"
      label={t('Renew {title}', { title })}
      onSubmit={async () => {
        await api.renewService({ params: { id } })
        toast({ tone: 'success', text: t(renewed) })
        await revalidate()
      }}
      className={className}
    />
  )
}
