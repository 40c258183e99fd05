/**
 * Rules by which events repeat: the part of RFC 5545 recurrence rules that the form offers. A rule is a text such as
 * `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270630`. It describes days; times are those of the schedule.
 */

import { isDay } from '../days.ts'

export const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
export type Weekday = (typeof weekdays)[number]

export type Recurrence = {
  frequency: 'daily' | 'weekly' | 'monthly'
  /** 2 for every second day, week, or month. */
  interval: number
  /** Weekly only, in the order of `weekdays`. Empty: the weekday of the first date. */
  days: Weekday[]
  /** Monthly only: the day of the month, counted from its end if negative. */
  monthDay: number | null
  /** Monthly only: the first (1) to the fifth (5), or the last (-1) of these weekdays in the month. */
  nth: { position: number; day: Weekday } | null
  /** The last day on which the event may begin, such as `2027-06-30`. */
  until: string | null
  /** The number of dates, exceptions included. */
  count: number | null
}

export const maxInterval = 52
const frequencies = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly' } as const

const numberIn = (text: string, min: number, max: number): number | null => {
  const value = /^-?\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}
const isWeekday = (text: string): text is Weekday => (weekdays as readonly string[]).includes(text)

/** Parses a rule. Returns null for one that is invalid or uses a part that the form does not offer. */
export function parseRule(text: string): Recurrence | null {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().split(';')) {
    const [name = '', value = '', ...rest] = part.split('=')
    if (!value || rest.length > 0 || parts.has(name)) return null
    parts.set(name, value)
  }
  const take = (name: string): string | undefined => {
    const value = parts.get(name)
    parts.delete(name)
    return value
  }
  const frequency = frequencies[take('FREQ') as keyof typeof frequencies]
  const interval = numberIn(take('INTERVAL') ?? '1', 1, maxInterval)
  const byDay = take('BYDAY')?.split(',') ?? []
  const byMonthDay = take('BYMONTHDAY')
  const until = untilDay(take('UNTIL'))
  const countText = take('COUNT')
  const count = countText === undefined ? null : numberIn(countText, 1, 9999)
  // The week starts on Sunday, as in calendars of the United States and Canada; other starts change some rules.
  const weekStart = take('WKST')
  if (!frequency || interval === null || until === undefined || parts.size > 0) return null
  if ((countText !== undefined && count === null) || (until !== null && count !== null)) return null
  if (weekStart !== undefined && weekStart !== 'SU' && frequency === 'weekly' && interval > 1) return null

  const recurrence: Recurrence = { frequency, interval, days: [], monthDay: null, nth: null, until, count }
  if (frequency === 'weekly') {
    if (byMonthDay !== undefined || !byDay.every(isWeekday)) return null
    return { ...recurrence, days: weekdays.filter((day) => byDay.includes(day)) }
  }
  if (frequency === 'daily') return byDay.length === 0 && byMonthDay === undefined ? recurrence : null
  if (byMonthDay !== undefined) {
    const monthDay = numberIn(byMonthDay, -1, 31)
    return byDay.length === 0 && monthDay ? { ...recurrence, monthDay } : null
  }
  if (byDay.length !== 1) return null
  const [, position = '', day = ''] = /^(-?\d)([A-Z]{2})$/.exec(byDay[0] ?? '') ?? []
  const nth = numberIn(position, -1, 5)
  return nth && isWeekday(day) ? { ...recurrence, nth: { position: nth, day } } : null
}

/** Writes a rule as RFC 5545 text, which `parseRule` reads. */
export function formatRule({ frequency, interval, days, monthDay, nth, until, count }: Recurrence): string {
  const parts = [
    `FREQ=${frequency.toUpperCase()}`,
    interval > 1 && `INTERVAL=${interval}`,
    days.length > 0 && `BYDAY=${days.join(',')}`,
    monthDay !== null && `BYMONTHDAY=${monthDay}`,
    nth && `BYDAY=${nth.position}${nth.day}`,
    until && `UNTIL=${until.replaceAll('-', '')}`,
    count !== null && `COUNT=${count}`,
    frequency === 'weekly' && interval > 1 && 'WKST=SU',
  ]
  return parts.filter(Boolean).join(';')
}

/** Returns the day of `UNTIL`, null without one, and undefined for an invalid one. */
function untilDay(text: string | undefined): string | null | undefined {
  if (text === undefined) return null
  const [, year, month, day] = /^(2[01]\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  return isDay(date) ? date : undefined
}
