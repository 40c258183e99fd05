import type { DateAction } from '../../../shared/contract/event-dates.ts'
import type { Occurrence } from '../../../shared/event-fields.ts'
import { formatTimeZone } from '../../../shared/event-times.ts'
import type { EventDetails } from '../../../shared/listing.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useNavigate } from '../../framework/router/hooks.ts'
import { paths } from '../../paths.ts'
import { Form, FormFailure, SubmitButton, type Values } from '../../ui/forms/form.tsx'
import { RadioGroup } from '../../ui/forms/radio-group.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toast.ts'

type ChangeDateFormProps = { event: EventDetails; date: Occurrence; isLast: boolean }

const actionLabels: Record<DateAction, Message> = {
  move: msg('Move it to another day or time'),
  cancel: msg('Cancel it'),
  postpone: msg('Postpone it, with no new date yet'),
  restore: msg('Put it back on'),
}
const done: Record<DateAction, Message> = {
  move: msg('Moved.'),
  cancel: msg('Canceled.'),
  postpone: msg('Postponed.'),
  restore: msg('It’s back on.'),
}

/** It also works without scripts: the style shows the fields of the chosen change. */
export function ChangeDateForm({ event, date, isLast }: ChangeDateFormProps) {
  const { api } = useBackend()
  const navigate = useNavigate()
  const actions = actionsFor(date)
  const labels = Object.fromEntries(actions.map((action) => [action, t(actionLabels[action])]))
  return (
    <Form
      action={paths.eventDates(event._id)}
      className="group/change space-y-5"
      onSubmit={async (values) => {
        const body = toBody(values)
        await api.changeOccurrences({ params: { id: event._id, day: date.scheduled }, body })
        toast({ tone: 'success', text: t(done[body.action]), onNextPage: true })
        await navigate(paths.listing('event', event._id))
      }}
    >
      <input type="hidden" name="day" value={date.scheduled} />
      <input type="hidden" name="version" value={event.version} />
      <RadioGroup
        label={t('What changes?')}
        name="action"
        options={labels}
        defaultValue={actions[0]}
        stacked
      />
      {!isLast && (
        <RadioGroup
          label={t('Which dates?')}
          name="scope"
          options={{ this: t('Only this one'), following: t('This and all following ones') }}
          defaultValue="this"
          stacked
        />
      )}
      {actions.includes('move') && (
        <div className="hidden space-y-5 group-has-[[value=move]:checked]/change:block">
          <TextField
            label={t('Start Date')}
            name="startDate"
            type="date"
            required
            defaultValue={date.startDate}
          />
          <TextField label={t('End Date')} name="endDate" type="date" required defaultValue={date.endDate} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TimeField label={t('Start Time')} name="startTime" date={date} />
            <TimeField label={t('End Time')} name="endTime" date={date} />
          </div>
          <TimeField label={t('Doors Open')} name="doorsTime" date={date} />
          <p className="text-xs text-soft">
            {t('Times are in {zone}.', { zone: formatTimeZone(event.time_zone) })}
          </p>
        </div>
      )}
      <p className="text-sm text-soft">
        {t('We’ll email everyone who saved the event or wrote to you about it.')}
      </p>
      <SubmitButton busy={t('Saving…')} worksPlain className="min-h-12 w-full">
        {t('Save change')}
      </SubmitButton>
      <FormFailure />
    </Form>
  )
}

type TimeFieldProps = { label: string; name: 'startTime' | 'endTime' | 'doorsTime'; date: Occurrence }

const TimeField = ({ label, name, date }: TimeFieldProps) => (
  <TextField label={label} name={name} type="time" optional defaultValue={date[name] ?? ''} />
)

function actionsFor({ canceled, postponed }: Occurrence): DateAction[] {
  if (canceled) return ['restore']
  return postponed ? ['move', 'restore', 'cancel'] : ['move', 'cancel', 'postpone']
}

function toBody({ action, scope = 'this', version, ...values }: Values) {
  const time = (name: string) => values[name] || null
  return {
    action: action as DateAction,
    scope: scope as 'this' | 'following',
    version: Number(version),
    ...(action === 'move' && {
      startDate: values.startDate ?? '',
      endDate: values.endDate ?? '',
      startTime: time('startTime'),
      endTime: time('endTime'),
      doorsTime: time('doorsTime'),
    }),
  }
}
