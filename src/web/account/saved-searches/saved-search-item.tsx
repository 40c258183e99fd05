import type { AlertFrequency, SavedSearch } from '../../../shared/contract/saved-searches.ts'
import { maxNameLength } from '../../../shared/limits.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { showFailureToast } from '../../ui/toast.ts'
import { FrequencyField, frequencyLabels } from './frequency-field.tsx'

type ItemProps = { search: SavedSearch; onChanged: () => Promise<void> }

/** A saved search with what can be done with it. Each action is a form, so that it works without scripts. */
export function SavedSearchItem({ search, onChanged }: ItemProps) {
  const { id, name, path, frequency, paused } = search
  const { api } = useBackend()
  const params = { id }
  const change = async (body: { name?: string; frequency?: AlertFrequency; paused?: boolean }) => {
    await api.changeSavedSearch({ params, body })
    await onChanged()
  }
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg" dir="auto">
        <TextLink href={path}>{name}</TextLink>
      </h2>
      <p className="mt-1 text-sm text-soft">
        {search.kind === 'service' ? t('Services') : t('Events')} ·{' '}
        {paused ? t('Paused') : t(frequencyLabels[frequency])}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ActionForm
          action={paths.savedSearch(id)}
          fields={{ action: paused ? 'resume' : 'pause' }}
          submit={paused ? t('Resume') : t('Pause')}
          busy={paused ? t('Resuming…') : t('Pausing…')}
          variant="secondary"
          onSubmit={() => change({ paused: !paused })}
        />
        <ActionForm
          action={paths.savedSearch(id)}
          fields={{ action: 'delete' }}
          submit={t('Delete')}
          busy={t('Deleting…')}
          variant="danger-outline"
          onSubmit={async () => {
            await api.deleteSavedSearch({ params })
            await onChanged()
          }}
        />
      </div>
      <details className="mt-3">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold underline">
          {t('Change name or frequency')}
        </summary>
        <Form
          action={paths.savedSearch(id)}
          className="mt-2 space-y-4"
          onSubmit={({ name = '', frequency }) => change({ name, frequency: frequency as AlertFrequency })}
          onFailure={showFailureToast}
        >
          <TextField
            label={t('Name')}
            name="name"
            required
            defaultValue={name}
            limit={{ max: maxNameLength }}
          />
          <FrequencyField defaultValue={frequency} />
          <SubmitButton busy={t('Saving…')} worksPlain>
            {t('Save')}
          </SubmitButton>
        </Form>
      </details>
    </Card>
  )
}
