import { type FormEvent, useId, useState } from 'react'
import { answersOf } from '../../shared/answers.ts'
import { authorPaths } from '../../shared/author-paths.ts'
import type { Attendance, AttendanceDate, AttendanceState } from '../../shared/contract/attendance.ts'
import { addDays, dayIn } from '../../shared/days.ts'
import { AppError } from '../../shared/errors.ts'
import { formatEventStartShort } from '../../shared/event-times.ts'
import type { EventDetails } from '../../shared/listing.ts'
import { canEditListing } from '../../shared/policy.ts'
import { type Message, msg, t } from '../../shared/translate.ts'
import { useBackend, useCurrentUser } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { showFailureToast } from '../ui/toast.ts'
import { DoorCode, describePlaces, goingLabel, RegistrationFields, Waiting } from './registration.tsx'

export type AttendancePanelProps = { event: EventDetails; attendance: Attendance }

/** Shows how many people attend an event, with buttons to answer. They work without scripts for signed-in users. */
export function AttendancePanel({ event, attendance: loaded }: AttendancePanelProps) {
  const currentUser = useCurrentUser()
  const { renderedAt } = useSite()
  const [attendance, setAttendance] = useState(loaded)
  const [chosen, setChosen] = useState('')
  const id = useId()
  const { dates } = attendance
  const date =
    dates.find(({ scheduled }) => scheduled === chosen) ?? dates.find(({ canceled }) => !canceled) ?? dates[0]
  if (!date) return null
  const isOver = date.endsAt <= renderedAt
  const isOn = !isOver && !event.canceled && !date.canceled
  const hasCounts = date.going + date.interested + date.waiting > 0
  const canExport = canEditListing(currentUser, event)
  if (!isOn && !hasCounts) return null
  return (
    <section id="attendance" aria-labelledby={id} className="mt-5 border-t border-line pt-5 print:hidden">
      <h2 id={id} className="text-lg">
        {isOver ? t('Who went') : t('Who’s going')}
      </h2>
      <div role="status" className="mt-2 space-y-1">
        <Counts date={date} isOver={isOver} />
        {isOn && <Waiting date={date} />}
      </div>
      {isOn && !currentUser && (
        <ButtonLink
          variant="secondary"
          href={paths.signIn(paths.listing('event', event._id))}
          className="mt-4"
        >
          {t('Sign in to say you’re going')}
        </ButtonLink>
      )}
      {isOn && currentUser && (
        <AttendanceForm
          event={event}
          attendance={attendance}
          date={date}
          onChoose={setChosen}
          onChange={setAttendance}
        />
      )}
      {!isOver && date.code && <DoorCode event={event._id} code={date.code} />}
      {isOn && currentUser && (
        <Reminder event={event} attendance={attendance} date={date} onChange={setAttendance} />
      )}
      <p className="mt-3 flex flex-wrap gap-x-6 text-sm empty:hidden">
        {date.mine && (
          <TextLink href={paths.attending()} className="inline-flex min-h-11 items-center">
            {t('Events you’re going to')}
          </TextLink>
        )}
        {canExport && event.registration && (
          // Loads the page: only its own response lets it use the camera.
          <TextLink
            href={authorPaths.checkIn(event._id)}
            data-page="reload"
            className="inline-flex min-h-11 items-center"
          >
            {t('Check people in')}
          </TextLink>
        )}
        {canExport && hasCounts && (
          <TextLink
            href={authorPaths.attendees(event._id)}
            data-page="reload"
            className="inline-flex min-h-11 items-center"
          >
            {t('Download the list of attendees')}
          </TextLink>
        )}
      </p>
    </section>
  )
}

type CountsProps = { date: AttendanceDate; isOver: boolean }

function Counts({ date, isOver }: CountsProps) {
  const { going, interested, names } = date
  const others = going - names.length
  const went = isOver
    ? t('{count, plural, one {# person went} other {# people went}}', { count: going })
    : t('{count} going', { count: going })
  const counts = [
    going > 0 && went,
    interested > 0 && !isOver && t('{count} interested', { count: interested }),
    !isOver && describePlaces(date),
  ]
  const text = counts.filter(Boolean).join(' · ')
  return (
    <>
      {text ? (
        <p className="font-semibold tabular-nums">{text}</p>
      ) : (
        <p className="text-soft">{t('Be the first to go.')}</p>
      )}
      {names.length > 0 && (
        <p className="free-text text-sm text-soft">
          {others > 0
            ? t('{count, plural, one {{names} and # other} other {{names} and # others}}', {
                names: names.join(', '),
                count: others,
              })
            : names.join(', ')}
        </p>
      )}
    </>
  )
}

type AttendanceFormProps = AttendancePanelProps & {
  date: AttendanceDate
  onChoose: (scheduled: string) => void
  onChange: (attendance: Attendance) => void
}

/** Returns which button is pressed: someone who waits for a place pressed *Going*. */
const answerOf = (date: AttendanceDate | undefined): AttendanceState | null =>
  date?.mine === 'waiting' ? 'going' : (date?.mine ?? null)

const choices = [
  { state: 'going', label: msg('Going') },
  { state: 'interested', label: msg('Interested') },
] as const satisfies { state: AttendanceState; label: Message }[]

const remarks = {
  canceled: msg('canceled'),
  full: msg('full'),
  going: msg('going'),
  interested: msg('interested'),
  waiting: msg('waiting'),
}

function labelOf(date: AttendanceDate): string {
  const remark = date.canceled ? 'canceled' : date.room === 0 && !date.mine ? 'full' : date.mine
  return formatEventStartShort(date) + (remark ? ` (${t(remarks[remark])})` : '')
}

/**
 * Asks those who have just answered whether they want an email the day before, and tells those who get it. Of an event that is sooner,
 * no email would be sent. Works without scripts.
 */
function Reminder({ event, attendance, date, onChange }: Omit<AttendanceFormProps, 'onChoose'>) {
  const { api } = useBackend()
  const { renderedAt } = useSite()
  const [busy, setBusy] = useState(false)
  const { showName, reminders } = attendance
  const { scheduled } = date
  // Someone who waits for a place may never get one.
  const mine = date.mine === 'waiting' ? null : date.mine
  const today = dayIn(event.time_zone, new Date(renderedAt))
  const isAsked = mine !== null && date.startDate >= addDays(today, 2)

  async function onSubmit(submission: FormEvent) {
    submission.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const body = { state: mine, date: scheduled, showName, reminders: true }
      onChange(await api.setAttendance({ params: { id: event._id }, body }))
    } catch (error) {
      showFailureToast(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div role="status" className="mt-3 text-sm empty:hidden">
      {isAsked && reminders && (
        <p>
          {rich('We’ll email you the day before. <link>Change</link>', {
            link: (text) => <TextLink href={paths.account('emails')}>{text}</TextLink>,
          })}
        </p>
      )}
      {isAsked && !reminders && (
        <form method="post" action={paths.attendEvent(event._id)} onSubmit={onSubmit} className="space-y-1">
          <input type="hidden" name="state" value={mine} />
          <input type="hidden" name="date" value={scheduled} />
          {showName && <input type="hidden" name="show_name" value="yes" />}
          <Button type="submit" variant="secondary" name="reminders" value="yes" aria-disabled={busy}>
            <Icon name="bell" className="size-4.5" />
            {t('Email me the day before')}
          </Button>
          <p className="text-soft">{t('Also before other events you’re going to or interested in.')}</p>
        </form>
      )}
    </div>
  )
}

/** Each button is pressed or not: pressing it again takes the answer back. */
function AttendanceForm({ event, attendance, date, onChoose, onChange }: AttendanceFormProps) {
  const { api } = useBackend()
  const revalidate = useRevalidate()
  const [busy, setBusy] = useState(false)
  const { dates, showName } = attendance

  /** Saves what the form shows: its date may have been chosen before this code ran. Without a pressed button, the answer stays. */
  async function save(form: HTMLFormElement, pressed: string | null) {
    if (busy) return
    setBusy(true)
    try {
      const fields = new FormData(form)
      const scheduled = String(fields.get('date'))
      const mine = answerOf(dates.find((one) => one.scheduled === scheduled))
      const keeps = pressed === null || pressed === 'keep'
      const answer = pressed === mine ? null : ((keeps ? mine : pressed) as AttendanceState | null)
      const answers = answersOf(Object.fromEntries([...fields].map(([name, value]) => [name, String(value)])))
      const body = {
        state: answer,
        date: scheduled,
        showName: fields.get('show_name') === 'yes',
        ...(fields.has('registers') && { acceptsRegistration: true }),
        ...(answers && { answers }),
      }
      onChange(await api.setAttendance({ params: { id: event._id }, body }))
    } catch (error) {
      showFailureToast(error)
      // The author may have changed what the event asks.
      if (error instanceof AppError && error.code === 'conflict') await revalidate()
    } finally {
      setBusy(false)
    }
  }

  function onSubmit(submission: FormEvent<HTMLFormElement>) {
    submission.preventDefault()
    const { submitter } = submission.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement) void save(submission.currentTarget, submitter.value)
  }

  return (
    <form method="post" action={paths.attendEvent(event._id)} onSubmit={onSubmit} className="mt-4 space-y-2">
      {dates.length > 1 ? (
        <div className="max-w-sm">
          <SelectField
            label={t('Date')}
            name="date"
            options={dates.map((one) => ({
              value: one.scheduled,
              label: labelOf(one),
              disabled: one.canceled,
            }))}
            value={date.scheduled}
            onChange={({ target }) => onChoose(target.value)}
          />
        </div>
      ) : (
        <input type="hidden" name="date" value={date.scheduled} />
      )}
      {/* Without scripts, the server must know which button is pressed for which date. */}
      {date.mine && <input type="hidden" name="answered" value={`${date.scheduled} ${answerOf(date)}`} />}
      {event.registration && (
        <RegistrationFields
          key={date.scheduled}
          registration={event.registration}
          answers={attendance.answers}
          date={date}
        />
      )}
      <div className="flex flex-wrap gap-3 pt-1">
        {choices.map(({ state, label }) => {
          const pressed = answerOf(date) === state
          return (
            <Button
              key={state}
              type="submit"
              variant={pressed ? 'primary' : 'secondary'}
              name="state"
              value={state}
              // Only registering needs answers.
              formNoValidate={state !== 'going' || pressed}
              aria-pressed={pressed}
              aria-disabled={busy}
            >
              {pressed && <Icon name="circle-check" className="size-4.5" />}
              {state === 'going' ? goingLabel(date) : t(label)}
            </Button>
          )
        })}
      </div>
      <label className="flex w-fit cursor-pointer items-center gap-3 py-2 text-sm">
        <input
          key={String(showName)}
          type="checkbox"
          name="show_name"
          value="yes"
          defaultChecked={showName}
          onChange={({ currentTarget }) => {
            if (date.mine && currentTarget.form) void save(currentTarget.form, null)
          }}
          className="size-5.5 shrink-0"
        />
        {t('Show my name to others when I’m going')}
      </label>
    </form>
  )
}
