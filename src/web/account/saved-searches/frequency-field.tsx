import type { AlertFrequency } from '../../../shared/contract/saved-searches.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'

export const frequencyLabels: Record<AlertFrequency, Message> = {
  immediately: msg('Immediately'),
  daily: msg('Once a day'),
  weekly: msg('Once a week'),
}

export function FrequencyField({ defaultValue }: { defaultValue: AlertFrequency }) {
  const options = Object.entries(frequencyLabels).map(([value, label]) => ({ value, label: t(label) }))
  return <ChoiceField label={t('How often')} name="frequency" options={options} defaultValue={defaultValue} />
}
