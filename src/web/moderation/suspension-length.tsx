import { useState } from 'react'
import { suspensionLengthLabels, suspensionLengths } from '../../shared/decisions.ts'
import { t } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { TextField } from '../ui/forms/text-field.tsx'

/** How long a suspension lasts. `showsDay`: also shows the field of the day before it is needed, where scripts do not run. */
export function SuspensionLength({ showsDay = false }: { showsDay?: boolean }) {
  const { today } = useSite()
  const [lasts, setLasts] = useState<string>(suspensionLengths[0])
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <ChoiceField
        label={t('Ends')}
        name="lasts"
        options={suspensionLengths.map((value) => ({ value, label: t(suspensionLengthLabels[value]) }))}
        defaultValue={suspensionLengths[0]}
        onChange={({ target }) => setLasts(target.value)}
      />
      {(showsDay || lasts === 'date') && (
        <TextField type="date" label={t('Last day')} name="until" min={today} />
      )}
    </div>
  )
}
