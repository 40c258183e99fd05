import { addDays } from '../../shared/days.ts'
import { expandRule } from '../../shared/expand-rule.ts'
import { formatCount, formatEventDays } from '../../shared/format.ts'
import { generatedMonths, maxOccurrences } from '../../shared/limits.ts'
import { parseRule } from '../../shared/recurrence/recurrence.ts'
import { describeRecurrence } from '../../shared/recurrence/recurrence-text.ts'
import { type ScheduleValues, splitDays, toRule } from './schedule-values.ts'

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
    return `That’s more than ${maxOccurrences} dates. Please choose an earlier end, or repeat it less often.`
  if (all[0] !== startDate)
    return 'The start date isn’t one of these days. Please choose another start date, or other days.'
  const days = all.filter((day) => !exceptions.includes(day))
  const named = days.slice(0, shownDates).map((day) => formatEventDays(day, day))
  if (named.length === 0) return 'No date is left. Please remove a skipped date.'
  const rest = days.length - named.length
  if (rest === 0) return named.join('; ')
  return `${named.join('; ')}; and ${isEndless ? 'so on' : formatCount(rest, 'more date', 'more dates')}`
}
