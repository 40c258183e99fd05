import { maxCalendarUrlLength } from '../../../shared/limits.ts'
import { useBackend } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form, FormFailure, SubmitButton } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

/** The form that imports another calendar. */
export function ImportForm({ onAdded }: { onAdded: () => Promise<void> }) {
  const { api } = useBackend()
  return (
    <Form
      action={paths.importedCalendars()}
      className="space-y-4"
      // The server checks both and answers with a sentence at each field.
      validate={async ({ url = '', own }) => ({ data: { url, own: (own === 'yes') as true } })}
      onSubmit={async (body) => {
        await api.importCalendar({ body })
        await onAdded()
      }}
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
      <FormFailure />
    </Form>
  )
}
