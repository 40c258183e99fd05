/** The email about an event that has changed. Titles are strangers' text and never treated as markup. */
import { addDays, daysBetween } from '../../../shared/days.ts'
import { formatEventTimes, formatTime, formatTimeZone } from '../../../shared/event-times.ts'
import { formatDay, formatEventDays, formatPlace } from '../../../shared/format.ts'
import { describeRecurrence } from '../../../shared/recurrence/recurrence-text.ts'
import { msg, t } from '../../../shared/translate.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import type { EventFacts } from '../../schema/events.ts'
import { emailOf, type SiteInfo, toOneLine } from './email-text.ts'

export type ChangedEvent = {
  title: string
  /** The page of the event. */
  link: string
  /** What people knew before. */
  before: EventFacts
  after: EventFacts
}

type Times = {
  startDate: string
  endDate: string
  startTime: string | null
  endTime: string | null
  doorsTime: string | null
}
type Part = Times & { rule: string | null; exceptions: string[] }
/** A date that differs from the schedule. */
type ChangedDate = Times & { scheduled: string; canceled: boolean; postponed: boolean }

/** An email names this many single dates. */
const maxDates = 10

export function eventChanged(site: SiteInfo, { title, link, before, after }: ChangedEvent): EmailContent {
  const { headline, lines } = describeChange(before, after)
  return emailOf(site, 'event-changed', {
    headline,
    short_title: toOneLine(title, 80),
    title: toOneLine(title, 120),
    changes: lines.join('\n\n'),
    link: after.public ? link : '',
    calendar_hint:
      after.public && !after.canceled
        ? t('If it’s in your calendar, add it again from its page to update it.')
        : '',
  })
}

type Change = { headline: string; lines: string[] }

function describeChange(before: EventFacts, after: EventFacts): Change {
  const when = t('It’s on {times} in {place}.', { times: timesOf(after), place: formatPlace(after) })
  if (!after.public)
    return {
      headline: t('No longer listed'),
      lines: [t('This event was taken down. Before you go, check with the person who posted it.')],
    }
  if (after.canceled && !before.canceled)
    return {
      headline: t('Canceled'),
      lines: [t('It was planned for {times}.', { times: timesOf(before) })],
    }
  if (after.postponed && !before.postponed)
    return {
      headline: t('Postponed'),
      lines: [t('It was planned for {times}. There’s no new date yet.', { times: timesOf(before) })],
    }
  const isBack = (before.canceled && !after.canceled) || (before.postponed && !after.postponed)
  if (isBack) return { headline: t('Back on'), lines: [when] }
  if (!before.public) return { headline: t('Listed again'), lines: [when] }
  return changeOfFacts(before, after)
}

function changeOfFacts(before: EventFacts, after: EventFacts): Change {
  const dates = changedDates(before, after)
  const others = [
    ...scheduleLines(before, after),
    ...placeLines(before, after),
    ...ticketLines(before, after),
  ]
  const lines = [
    ...others.slice(0, 1),
    ...dates.map(({ line }) => line).slice(0, maxDates),
    ...others.slice(1),
  ]
  const hidden = dates.length - maxDates
  if (hidden > 0)
    lines.push(
      t('{count, plural, one {And one more date has changed.} other {And # more dates have changed.}}', {
        count: hidden,
      }),
    )
  const [{ state } = { state: 'moved' as const }, ...more] = dates
  const isOneKind = others.length === 0 && more.every((date) => date.state === state)
  if (!isOneKind || dates.length === 0) return { headline: t('Changed'), lines }
  const headline = t(dateHeadlines[state], { count: dates.length })
  return { headline, lines: [...lines, t('All other dates are as before.')] }
}

const dateHeadlines = {
  canceled: msg('{count, plural, one {Date canceled} other {Dates canceled}}'),
  postponed: msg('{count, plural, one {Date postponed} other {Dates postponed}}'),
  moved: msg('{count, plural, one {Date moved} other {Dates moved}}'),
  back: msg('{count, plural, one {Date back on} other {Dates back on}}'),
}

/** Returns what is new, and what was before, on a line each. */
const newAndOld = (line: string, old: string) => `${line}\n${t('Before: {old}', { old })}`

function scheduleLines(before: EventFacts, after: EventFacts): string[] {
  const [old, now] = [timesOf(before), timesOf(after)]
  if (old === now) return []
  const parts = partsOf(after)
  const days = ({ startDate, endDate, rule }: Part) => [startDate, endDate, rule].join()
  const isTime = parts.length > 0 && parts.map(days).join() === partsOf(before).map(days).join()
  if (isTime) return [newAndOld(t('New time: {now}', { now }), old)]
  const repeats = parts.some(({ rule }) => rule !== null)
  return [newAndOld(repeats ? t('New dates: {now}', { now }) : t('New date: {now}', { now }), old)]
}

function placeLines(before: EventFacts, after: EventFacts): string[] {
  const placeOf = (facts: EventFacts) => [facts.venue, formatPlace(facts)].filter(Boolean).join(', ')
  const [old, now] = [placeOf(before), placeOf(after)]
  return [
    ...(old === now ? [] : [newAndOld(t('New place: {now}', { now }), old)]),
    ...(before.attendanceMode === after.attendanceMode ? [] : [t(attendanceLines[after.attendanceMode])]),
  ]
}

const attendanceLines = {
  in_person: msg('It takes place in person only.'),
  online: msg('It takes place online only.'),
  both: msg('It takes place in person and online.'),
}

function ticketLines(before: EventFacts, after: EventFacts): string[] {
  if (before.soldOut === after.soldOut) return []
  return [after.soldOut ? t('It’s sold out.') : t('Tickets are available again.')]
}

type DateChange = { state: keyof typeof dateHeadlines; line: string }

/** Compares the dates that were changed on their own, before or after. */
function changedDates(before: EventFacts, after: EventFacts): DateChange[] {
  const [old, now] = [before, after].map(
    (facts) => new Map(datesOf(facts).map((date) => [date.scheduled, date])),
  )
  const days = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].toSorted()
  return days.flatMap((day) => {
    const was = old?.get(day) ?? plannedDate(before, day)
    const is = now?.get(day) ?? plannedDate(after, day)
    // The schedule, which has other days now, says so itself.
    return was && is ? changeOfDate(was, is, after) : []
  })
}

function changeOfDate(was: ChangedDate, is: ChangedDate, facts: EventFacts): DateChange[] {
  const inWords = (date: ChangedDate) => withZone(timesInWords(date), date, facts)
  const [old, now] = [inWords(was), inWords(is)]
  if (is.canceled) return was.canceled ? [] : [{ state: 'canceled', line: t('Canceled: {old}', { old }) }]
  if (is.postponed)
    return was.postponed
      ? []
      : [{ state: 'postponed', line: t('Postponed: {old}. There’s no new date yet.', { old }) }]
  if (now !== old) {
    // Dates that the new schedule moves are not named one by one.
    const isBySchedule = !datesOf(facts).some(({ scheduled }) => scheduled === is.scheduled)
    return isBySchedule ? [] : [{ state: 'moved', line: newAndOld(t('New date: {now}', { now }), old) }]
  }
  return was.canceled || was.postponed ? [{ state: 'back', line: t('Back on: {now}', { now }) }] : []
}

/** Returns a date as the schedule says; null if it has none on that day. */
function plannedDate(facts: EventFacts, scheduled: string): ChangedDate | null {
  const part = partsOf(facts).findLast(({ startDate }) => startDate <= scheduled)
  if (!part) return null
  const endDate = addDays(scheduled, daysBetween(part.startDate, part.endDate))
  return { ...part, scheduled, startDate: scheduled, endDate, canceled: false, postponed: false }
}

/** Empty for an event of whole days that does not repeat. */
const partsOf = ({ schedule }: EventFacts): Part[] => JSON.parse(schedule)
const datesOf = ({ dates }: EventFacts): ChangedDate[] => JSON.parse(dates)

/** Returns when an event takes place, by its schedule. */
function timesOf(facts: EventFacts): string {
  const [first, ...later] = partsOf(facts).map((part) => withZone(partInWords(part), part, facts))
  if (first === undefined) return formatEventDays(facts.startDate, facts.endDate)
  const starts = partsOf(facts).map(({ startDate }) => formatDay(startDate))
  const laterParts = later.map((times, index) =>
    t('from {day}: {times}', { day: starts[index + 1] ?? '', times }),
  )
  return [first, ...laterParts].join('; ')
}

function partInWords(part: Part): string {
  const { rule, startTime, endTime, doorsTime } = part
  if (rule === null) return timesInWords(part)
  const times = [startTime, endTime].flatMap((time) => (time === null ? [] : [formatTime(time)]))
  return [
    t('{rule}, from {day}', {
      rule: describeRecurrence({ ...part, rule }),
      day: formatDay(part.startDate),
    }),
    times.join(' – '),
    doorsTime === null ? '' : doors(doorsTime),
  ]
    .filter(Boolean)
    .join(', ')
}

const timesInWords = (times: Times) =>
  formatEventTimes(times) + (times.doorsTime === null ? '' : `, ${doors(times.doorsTime)}`)
const doors = (time: string) => t('doors {time}', { time: formatTime(time) })

/** Whole days are those of the place, so they need no time zone. */
const withZone = (text: string, { startTime }: Times, { timeZone }: EventFacts) =>
  startTime === null ? text : `${text} (${formatTimeZone(timeZone)})`
