import type { AlertFrequency } from '../../../shared/contract/saved-searches.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'

export const frequencyLabels: Record<AlertFrequency, string> = {
  immediately: 'Immediately',
  daily: 'Once a day',
  weekly: 'Once a week',
}

const options = Object.entries(frequencyLabels).map(([value, label]) => ({ value, label }))

export function FrequencyField({ defaultValue }: { defaultValue: AlertFrequency }) {
  return <ChoiceField label="How often" name="frequency" options={options} defaultValue={defaultValue} />
}
