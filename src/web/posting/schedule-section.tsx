/** The part *When* of an event's form: its days, and if wanted its times and how it repeats. */

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { addDays } from '../../shared/days.ts'
import { formatTimeZone } from '../../shared/event-times.ts'
import { formatDay } from '../../shared/format.ts'
import { weekdays } from '../../shared/recurrence/recurrence.ts'
import { weekdayOf, weekOfMonth } from '../../shared/recurrence/recurrence-text.ts'
import { dayFormat } from '../../shared/site-format.ts'
import { msg, t } from '../../shared/translate.ts'
import type { Taxonomy } from '../browse/filters/taxonomy.ts'
import { useBackend } from '../framework/api-context.ts'
import { useSite } from '../framework/site-context.tsx'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { DependentSelects } from './dependent-selects.tsx'
import { Exceptions, ScheduleSummary } from './schedule-parts.tsx'
import { type Repetition, type ScheduleValues, scheduleFields } from './schedule-values.ts'
import type { DraftSession } from './use-draft-session.ts'

type ScheduleSectionProps = { session: DraftSession; selects: DependentSelects }

/** The fields are not controlled. The section reads them whenever one changes, to show what depends on them. */
export function ScheduleSection({ session, selects }: ScheduleSectionProps) {
  const { values: initial, base } = session
  const section = useRef<HTMLFieldSetElement>(null)
  const [values, setValues] = useState<ScheduleValues>(initial)
  const read = () => section.current && setValues(valuesIn(section.current))
  // Reads what was entered before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void read(), [])
  const { startDate } = values
  return (
    <fieldset ref={section} onInput={read} onChange={read} className="min-w-0 space-y-5">
      <legend className="sr-only">{t('When')}</legend>
      {base?.earlierDates && (
        <p className="rounded-md bg-accent-wash px-4 py-3 text-sm">
          {t('Earlier dates of this event stay as they are. You’re editing those from {day} on.', {
            day: formatDay(base.values.startDate),
          })}
        </p>
      )}
      <Days session={session} repeats={values['schedule.rule'] !== ''} />
      <Times values={values} initial={initial} selects={selects} />
      <Repeats startDate={startDate} values={values} initial={initial} />
      {values['schedule.rule'] && startDate && <ScheduleSummary values={values} />}
    </fieldset>
  )
}

function valuesIn(section: HTMLFieldSetElement): ScheduleValues {
  const fields = new Map<string, string>()
  for (const field of section.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'))
    if (field.type !== 'checkbox' || (field as HTMLInputElement).checked) fields.set(field.name, field.value)
  const names = ['startDate', 'endDate', ...scheduleFields] as const
  return Object.fromEntries(names.map((name) => [name, fields.get(name) ?? ''])) as ScheduleValues
}

function Days({ session: { values, base }, repeats }: { session: DraftSession; repeats: boolean }) {
  const { today } = useSite()
  // A new event cannot be over yet; an existing one may be.
  const min = base ? undefined : today
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t('Start Date')}
        name="startDate"
        type="date"
        required
        defaultValue={values.startDate}
      />
      <TextField
        label={t('End Date')}
        name="endDate"
        type="date"
        required
        min={min}
        defaultValue={values.endDate}
        hint={
          repeats
            ? t('When the first event ends. Set the series below.')
            : t('For a one-day event, use the same date.')
        }
      />
    </div>
  )
}

type PartProps = { values: ScheduleValues; initial: ScheduleValues }

/** Closed until someone wants times, so that the form of an event without times is short. */
function Times({ values, initial, selects }: PartProps & { selects: DependentSelects }) {
  const isSet = timeFields.some(({ name }) => initial[name] !== '')
  return (
    <Disclosed label={values['schedule.startTime'] ? t('Times') : t('Add times')} open={isSet}>
      <div className="grid gap-5 sm:grid-cols-3">
        {timeFields.map(({ name, label }) => (
          <TextField
            key={name}
            label={t(label)}
            name={name}
            type="time"
            optional
            defaultValue={initial[name]}
          />
        ))}
      </div>
      <p className="text-xs text-soft">
        {t('If it ends after midnight, choose the next day as the end date.')}
      </p>
      <TimeZone selects={selects} />
    </Disclosed>
  )
}

const timeFields = [
  { name: 'schedule.startTime', label: msg('Start Time') },
  { name: 'schedule.endTime', label: msg('End Time') },
  { name: 'schedule.doorsTime', label: msg('Doors Open') },
] as const

function TimeZone({ selects: { taxonomy } }: { selects: DependentSelects }) {
  const timeZone = usePlaceTimeZone(taxonomy)
  const place = taxonomy.city || taxonomy.state || taxonomy.country
  if (!place) return null
  return (
    <p role="status" className="text-xs text-soft">
      {timeZone
        ? t('Times are in {zone}, {place}.', { zone: formatTimeZone(timeZone), place })
        : t('Times are those of {place}.', { place })}
    </p>
  )
}

function Repeats({ startDate, values, initial }: PartProps & { startDate: string }) {
  const repetition = values['schedule.rule'] as Repetition | ''
  const unit = units[repetition.split('-')[0] ?? ''] ?? 'week'
  return (
    <div className="space-y-5">
      <ChoiceField
        label={t('Repeats')}
        name="schedule.rule"
        none={t('Does not repeat')}
        options={repetitionOptions(startDate, repetition)}
        defaultValue={initial['schedule.rule']}
      />
      {/* Hidden, not removed: what was entered comes back when the event repeats again. */}
      <div hidden={!repetition} className="space-y-5 border-s-2 border-line ps-4 sm:ps-5">
        <div hidden={repetition !== 'weekly'}>
          <Weekdays startDate={startDate} initial={initial} />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t('Repeat Every ({unit, select, day {days} week {weeks} other {months}})', { unit })}
            name="schedule.interval"
            inputMode="numeric"
            autoComplete="off"
            placeholder="1"
            defaultValue={initial['schedule.interval']}
            hint={t('Enter 2 for every second {unit, select, day {day} week {week} other {month}}.', {
              unit,
            })}
          />
          <ChoiceField
            label={t('Ends')}
            name="schedule.ends"
            none={t('Never')}
            options={[
              { value: 'until', label: t('On a date') },
              { value: 'count', label: t('After a number of dates') },
            ]}
            defaultValue={initial['schedule.ends']}
          />
          <div hidden={values['schedule.ends'] !== 'until'}>
            <TextField
              label={t('Last Day')}
              name="schedule.until"
              type="date"
              min={startDate || undefined}
              defaultValue={initial['schedule.until']}
            />
          </div>
          <div hidden={values['schedule.ends'] !== 'count'}>
            <TextField
              label={t('Number of Dates')}
              name="schedule.count"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={initial['schedule.count']}
            />
          </div>
        </div>
        <Exceptions initial={initial['schedule.exceptions']} />
      </div>
    </div>
  )
}

const units: Record<string, string> = { daily: 'day', weekly: 'week', monthly: 'month' }

/** An option that the start date does not fit is offered only while it is chosen: it must not vanish unnoticed. */
function repetitionOptions(startDate: string, selected: Repetition | '') {
  const day = startDate || '2026-01-01'
  const weekday = longWeekday(day)
  const date = new Date(day)
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  const left = daysInMonth - date.getUTCDate()
  const options: { value: Repetition; label: string; fits: boolean }[] = [
    { value: 'daily', label: t('Daily'), fits: true },
    { value: 'weekly', label: t('Weekly'), fits: true },
    {
      value: 'monthly-date',
      label: t('Monthly on the {day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', {
        day: date.getUTCDate(),
      }),
      fits: true,
    },
    { value: 'monthly-last-day', label: t('Monthly on the last day'), fits: left === 0 },
    {
      value: 'monthly-nth',
      label: t(
        'Monthly on the {position, select, 1 {first} 2 {second} 3 {third} 4 {fourth} other {fifth}} {weekday}',
        { position: weekOfMonth(day), weekday },
      ),
      fits: true,
    },
    { value: 'monthly-last', label: t('Monthly on the last {weekday}', { weekday }), fits: left < 7 },
  ]
  return options.filter(({ value, fits }) => fits || value === selected)
}

const longWeekday = dayFormat({ weekday: 'long' })
const shortWeekday = dayFormat({ weekday: 'short' })
/** From Monday on, each with a date that falls on it. */
const daysFromMonday = [...weekdays.slice(1), 'SU' as const].map(
  (day, index) => [day, addDays('2026-11-23', index)] as const,
)

/** The weekday of the start date is always one of them. */
function Weekdays({ startDate, initial }: { startDate: string; initial: ScheduleValues }) {
  const first = startDate && weekdayOf(startDate)
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{t('On these days')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2 sm:grid-cols-4">
        {daysFromMonday.map(([day, sample]) => (
          <label
            key={day}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-edge px-2 text-sm hover:border-ink has-[:checked]:border-accent has-[:checked]:bg-accent-wash has-[:disabled]:cursor-default"
          >
            <input
              key={day === first ? 'first' : 'other'}
              type="checkbox"
              className="size-6 shrink-0"
              {...(day === first
                ? { checked: true, disabled: true, readOnly: true }
                : {
                    name: `schedule.${day}`,
                    value: 'yes',
                    defaultChecked: initial[`schedule.${day}`] !== '',
                  })}
            />
            <abbr title={longWeekday(sample)} aria-label={longWeekday(sample)} className="no-underline">
              {shortWeekday(sample)}
            </abbr>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A native disclosure, which also works before hydration. */
function Disclosed({ label, open, children }: { label: string; open: boolean; children: ReactNode }) {
  // Keep the first value: with a changed one, React would close what someone has opened.
  const [isOpen] = useState(open)
  return (
    <details open={isOpen} className="group">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-md font-semibold text-accent">
        {label}
        <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-3 space-y-3">{children}</div>
    </details>
  )
}

type Place = Pick<Taxonomy, 'country' | 'state' | 'city'>

/** Returns the IANA time zone of a place; null until it is known. */
function usePlaceTimeZone({ country, state, city }: Place): string | null {
  const { api } = useBackend()
  const [known, setKnown] = useState<{ place: string; timeZone: string } | null>(null)
  const place = [country, state, city].join('\n')
  useEffect(() => {
    let isCurrent = true
    if (!country) return
    const query = { country, ...(state && { state }), ...(city && { city }) }
    api.getTimeZone({ query }).then(
      ({ time_zone: timeZone }) => isCurrent && setKnown({ place, timeZone }),
      // The form works without it.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [api, place, country, state, city])
  return known?.place === place ? known.timeZone : null
}
