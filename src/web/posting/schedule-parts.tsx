import { useEffect, useRef, useState } from 'react'
import { addDays } from '../../shared/days.ts'
import { expandRule } from '../../shared/expand-rule.ts'
import { formatDay, formatEventDays } from '../../shared/format.ts'
import { generatedMonths, maxOccurrences } from '../../shared/limits.ts'
import { parseRule } from '../../shared/recurrence/recurrence.ts'
import { describeRecurrence } from '../../shared/recurrence/recurrence-text.ts'
import { t } from '../../shared/translate.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { joinDays, type ScheduleValues, splitDays, toRule } from './schedule-values.ts'

/** The days that a series skips, which a hidden field submits. */
export function Exceptions({ initial }: { initial: string }) {
  const [days, setDays] = useState(initial)
  const stored = useRef<HTMLInputElement>(null)
  const added = useRef<HTMLInputElement>(null)
  const isFirst = useRef(true)

  // A hidden field has no input events, which save the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the days change
  useEffect(() => {
    if (!isFirst.current) stored.current?.dispatchEvent(new Event('input', { bubbles: true }))
    isFirst.current = false
  }, [days])

  function add() {
    const day = added.current?.value
    if (!day || !added.current) return added.current?.focus()
    setDays(joinDays([...splitDays(days), day]))
    added.current.value = ''
    added.current.focus()
  }

  function remove(day: string) {
    setDays(joinDays(splitDays(days).filter((other) => other !== day)))
    added.current?.focus()
  }

  return (
    <div className="space-y-3">
      <input ref={stored} type="hidden" name="schedule.exceptions" value={days} />
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-44">
          <TextField ref={added} label={t('Skip a date')} name="skipped" type="date" optional />
        </div>
        <Button variant="secondary" className="min-h-12" onClick={add}>
          {t('Skip this date')}
        </Button>
      </div>
      <ul aria-label={t('Skipped dates')} className="flex flex-wrap gap-2 empty:hidden">
        {splitDays(days).map((day) => (
          <li key={day}>
            <button
              type="button"
              onClick={() => remove(day)}
              aria-label={t('Don’t skip {day}', { day: formatDay(day) })}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-md border border-edge px-3 text-sm hover:border-ink"
            >
              {formatDay(day)}
              <Icon name="x" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How many of the next dates are named. */
const shownDates = 4
const daysPerMonth = 31

/** The rule in words, and the next dates. */
export function ScheduleSummary({ values }: { values: ScheduleValues }) {
  const { startDate } = values
  const rule = toRule(values)
  const exceptions = splitDays(values['schedule.exceptions'])
  if (rule === null || parseRule(rule) === null) return null
  return (
    <div role="status" className="rounded-md bg-sunken px-4 py-3 text-sm">
      <p className="font-semibold">{describeRecurrence({ rule, startDate, exceptions })}</p>
      <p className="mt-1">{describeDates({ rule, startDate, exceptions })}</p>
    </div>
  )
}

type Rule = { rule: string; startDate: string; exceptions: string[] }

function describeDates({ rule, startDate, exceptions }: Rule): string {
  const { until, count } = parseRule(rule) ?? {}
  const isEndless = !until && !count
  const horizon = isEndless ? addDays(startDate, generatedMonths * daysPerMonth) : '2199-12-31'
  const all = expandRule({ rule, start: startDate, until: horizon, limit: maxOccurrences + 1 })
  if (all.length > maxOccurrences)
    return t('That’s more than {max} dates. Please choose an earlier end, or repeat it less often.', {
      max: maxOccurrences,
    })
  if (all[0] !== startDate)
    return t('The start date isn’t one of these days. Please choose another start date, or other days.')
  const days = all.filter((day) => !exceptions.includes(day))
  const named = days.slice(0, shownDates).map((day) => formatEventDays(day, day))
  if (named.length === 0) return t('No date is left. Please remove a skipped date.')
  const rest = days.length - named.length
  const dates = named.join('; ')
  if (rest === 0) return dates
  return isEndless
    ? t('{dates}; and so on', { dates })
    : t('{dates}; and {count, plural, one {# more date} other {# more dates}}', { dates, count: rest })
}
