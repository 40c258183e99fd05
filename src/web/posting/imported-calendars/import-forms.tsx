import { useRef, useState } from 'react'
import { readReply } from '../../../shared/api-client.ts'
import type { CalendarFileReply } from '../../../shared/contract/imported-calendars.ts'
import { maxCalendarUrlLength } from '../../../shared/limits.ts'
import { calendarFilePath } from '../../../shared/paths.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form, FormFailure, SubmitButton } from '../../ui/forms/form.tsx'
import { Field, fileInputClass, TextField, useDescription } from '../../ui/forms/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'

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
        label={t('Address of your calendar')}
        name="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={maxCalendarUrlLength}
        hint={t(
          'The public iCalendar address, which often ends in .ics. In Google Calendar, it’s under Settings, “Public address in iCal format”.',
        )}
      />
      <Checkbox name="own">{t('I own this calendar.')}</Checkbox>
      <SubmitButton busy={t('Adding…')} worksPlain>
        {t('Import calendar')}
      </SubmitButton>
      <FormFailure />
    </Form>
  )
}

export function FileForm({ onAdded }: { onAdded: () => Promise<void> }) {
  const form = useRef<HTMLFormElement>(null)
  const [sentence, setSentence] = useState('')
  return (
    <Form
      ref={form}
      action={paths.importedCalendarFile()}
      encType="multipart/form-data"
      className="space-y-4"
      onSubmit={async () => {
        setSentence('')
        if (!form.current) return
        const reply = await sendFile(new FormData(form.current))
        await onAdded()
        setSentence(resultOf(reply))
        form.current?.reset()
      }}
    >
      <FileField />
      <SubmitButton busy={t('Uploading…')} worksPlain>
        {t('Upload file')}
      </SubmitButton>
      <FormFailure />
      <div role="status" className="empty:hidden">
        {sentence && <Notice tone="success">{sentence}</Notice>}
      </div>
    </Form>
  )
}

function FileField() {
  const hint = t(
    'An .ics file of up to 2 MB. Most calendars can export one, and event sites offer one for each event.',
  )
  const { id, error, aria } = useDescription('file', hint)
  return (
    <Field id={id} label={t('Calendar file')} hint={hint} error={error}>
      <input
        {...aria}
        id={id}
        name="file"
        type="file"
        accept=".ics,text/calendar"
        required
        className={fileInputClass}
      />
    </Field>
  )
}

async function sendFile(body: FormData): Promise<CalendarFileReply> {
  const headers = { accept: 'application/json' }
  const response = await fetch(calendarFilePath, { method: 'POST', headers, body })
  return (await readReply(response)) as CalendarFileReply
}

function resultOf({ events, skipped }: CalendarFileReply): string {
  const found =
    events.length === 0
      ? t('This file has no upcoming events that we can read.')
      : t('{count, plural, one {# event is} other {# events are}} ready under “To review”.', {
          count: events.length,
        })
  return skipped.length === 0
    ? found
    : t('{found} {count, plural, one {#} other {#}} not imported: {reasons}', {
        found,
        count: skipped.length,
        reasons: reasonsOf(skipped),
      })
}

/** The first few, each with its reason. */
function reasonsOf(skipped: CalendarFileReply['skipped']): string {
  const shown = skipped.slice(0, 3).map(({ title, reason }) => `${title} – ${reason}`)
  const rest = skipped.length - shown.length
  return [...shown, ...(rest > 0 ? [t('And {count} more.', { count: rest })] : [])].join(' ')
}
