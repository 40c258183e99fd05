import { useState } from 'react'
import { maxCalendarUrlLength } from '../../../shared/limits.ts'
import { useBackend } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { FormFailure } from '../../ui/forms/form-failure.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { messageOf } from '../../ui/toast.ts'

/** The form that imports another calendar. */
export function ImportForm({ onAdded }: { onAdded: () => Promise<void> }) {
  const { api } = useBackend()
  const [failure, setFailure] = useState('')
  return (
    <Form
      action={paths.importedCalendars()}
      className="space-y-4"
      // The server checks both and answers with a sentence at each field.
      validate={async ({ url = '', own }) => ({ data: { url, own: (own === 'yes') as true } })}
      onSubmit={async (body) => {
        setFailure('')
        await api.importCalendar({ body })
        await onAdded()
      }}
      onFailure={(error, areShown) => setFailure(areShown ? '' : messageOf(error))}
    >
      <TextField
        label="Address of your calendar"
        name="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={maxCalendarUrlLength}
        hint="The public iCalendar address, which often ends in .ics. In Google Calendar, it’s under Settings, “Public address in iCal format”."
      />
      <Checkbox name="own">This is my own calendar.</Checkbox>
      <SubmitButton busy="Adding…" worksPlain>
        Import calendar
      </SubmitButton>
      <FormFailure text={failure} />
    </Form>
  )
}
