import { useState } from 'react'
import { authorPaths } from '../../../shared/author-paths.ts'
import type { Kind } from '../../../shared/listing.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useRevalidate } from '../../framework/router/hooks.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toast.ts'

type PublicationFormProps = { kind: Kind; id: string; publishAt: string }

/** Changes when a scheduled ad is published, or publishes it now. Works without scripts. */
export function PublicationForm({ kind, id, publishAt }: PublicationFormProps) {
  const { api } = useBackend()
  const revalidate = useRevalidate()
  const [time, setTime] = useState(publishAt)
  const action = authorPaths.publication(kind, id)

  async function save(publishAt: string | null) {
    const { message } = await api.setPublication({ params: { id }, body: { publishAt } })
    toast({ tone: 'success', text: message })
    await revalidate()
  }

  return (
    <div className="mt-2 flex flex-wrap items-end gap-3">
      <ActionForm
        action={action}
        fields={{}}
        submit={t('Change')}
        busy={t('Saving…')}
        variant="secondary"
        className="flex flex-wrap items-end gap-3"
        onSubmit={() => save(time)}
      >
        <TextField
          label={t('Goes live on')}
          name="publish_at"
          type="datetime-local"
          required
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
      </ActionForm>
      <ActionForm
        action={action}
        fields={{ now: 'yes' }}
        submit={t('Publish now')}
        busy={t('Publishing…')}
        onSubmit={() => save(null)}
      />
    </div>
  )
}
