/** Formats days, instants, and text. Pure: the server and every browser produce the same text. */

import { dayIn, daysBetween } from './days.ts'
import { readerLanguage } from './language.ts'
import { cardTextLength, maxClampedLength } from './limits.ts'
import { localName } from './local-names.ts'
import { memoize } from './memoize.ts'
import { clockFormat, dayFormat, formatNumber } from './site-format.ts'
import { t } from './translate.ts'

/** Made at its first use: few texts need it, and every page would wait for it while the script that starts it is evaluated. */
const segmenter = memoize((locale: string) => new Intl.Segmenter(locale, { granularity: 'grapheme' }))

/** In code units. Real characters are shorter; this cuts hundreds of marks stacked on one letter. */
const maxCharacterLength = 32

/**
 * Truncates a text to its first 20 characters and an ellipsis, as cards do (specification, section 3), without a comma or
 * an opening bracket before the ellipsis. Counts what a reader sees as one character, so that no emoji is split. Returns a
 * shorter text unchanged.
 */
export function truncate(text: string, length = cardTextLength): string {
  if (text.length <= length) return text
  // In ASCII every character is one code unit. Only other texts need the slower segmenter.
  if (/^[\x20-\x7e\n]*$/.test(text.slice(0, length + 1))) return toStart(text.slice(0, length))
  const visible = []
  for (const { segment } of segmenter('en').segment(text)) {
    if (visible.length === length) return toStart(visible.join(''))
    visible.push(segment.length > maxCharacterLength ? cutMarks(segment) : segment)
  }
  return visible.join('')
}

/** Spaces, dashes, opening brackets and quotes, and punctuation that ends or joins clauses. */
const loosePunctuation = /(?:[\s\p{Pd}\p{Ps}\p{Pi}.,:;!?¡¿…·•&/|،؛؟。、，：；！？]|(?<=\s)["'])+$/u

const toStart = (start: string) => `${start.replace(loosePunctuation, '') || start.trimEnd()}…`

/** Truncates a text for a card. A length of 0 leaves it to CSS to show two lines, of which no screen shows more. */
export const cardText = (text: string, length: number): string => truncate(text, length || maxClampedLength)

const cutMarks = (character: string) => character.slice(0, maxCharacterLength).replace(/[\ud800-\udbff]$/, '')

const fullDay = dayFormat({ dateStyle: 'full' })
const shortDay = dayFormat({ month: 'short', day: 'numeric' })
const shortDayOfYear = dayFormat({ month: 'short', day: 'numeric', year: 'numeric' })

/** Formats the calendar day `2026-11-20` as `November 20, 2026`. For an instant, use `formatInstantDay`. */
export const formatDay: (day: string) => string = dayFormat({ dateStyle: 'long' })

/** Formats the days of an event in full with their weekdays, such as `Friday, November 27, 2026`; a single day once. */
export function formatEventDays(first: string, last: string): string {
  const [start, end] = [fullDay(first), fullDay(last)]
  return first === last ? start : `${start} – ${end}`
}

/**
 * Formats the last day of an event that began before today as `On now, until Dec 31`, with the year if it is another
 * one. Returns null for an event that begins today or later, or has ended.
 */
export function formatOnNow(first: string, last: string, today: string): string | null {
  if (first >= today || last < today) return null
  if (last === today) return t('On now, ends today')
  const isThisYear = last.slice(0, 4) === today.slice(0, 4)
  return t('On now, until {day}', { day: (isThisYear ? shortDay : shortDayOfYear)(last) })
}

/** Formats a place as `Austin, Texas, United States`, without missing parts. */
export function formatPlace(place: { city?: string | null; state?: string | null; country: string }): string {
  return [place.city, localName(place.state ?? ''), localName(place.country)].filter(Boolean).join(', ')
}

/** Formats the town of an event, or its state. Empty if only its country is known, where nobody can go to. */
export const formatTown = (place: Parameters<typeof formatPlace>[0]): string =>
  place.city || place.state ? formatPlace(place) : ''

type EventPlace = {
  attendance_mode: 'in_person' | 'online' | 'both'
  venue_name: string
  city: string | null
  state: string | null
  country: string
}

/** Formats where an event takes place: its venue and its town, or `Online`. */
export function formatEventPlace({ attendance_mode, venue_name, ...place }: EventPlace): string {
  if (attendance_mode === 'online') return t('Online')
  const known = [venue_name, formatTown(place)].filter(Boolean).join(', ')
  return known || (attendance_mode === 'both' ? t('Online') : t('Location not given'))
}

/** Formats a count as `1 ad` or `1,204 ads`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** Formats the day of an instant in a time zone as `November 20, 2026`. */
export const formatInstantDay = (instant: string, timeZone: string): string =>
  formatDay(dayIn(timeZone, new Date(instant)))

const clocks = memoize(clockFormat)

/** Formats an instant as `November 20, 2026, 2:05 PM` in a time zone. */
export const formatInstant = (instant: string, timeZone: string): string =>
  `${formatInstantDay(instant, timeZone)}, ${clocks(timeZone)(new Date(instant))}`

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** The day on which clocks are set back. */
const longestDayMs = 25 * hourMs

const daysPerMonth = 365.25 / 12

/**
 * Formats how long ago an instant was: `just now`, `5 minutes ago`, `3 hours ago`, `yesterday`, `2 days ago`,
 * `3 weeks ago`, `2 months ago`. From a day ago, counts calendar days in the time zone; after a year, returns the date.
 */
export function formatAgo(instant: string, now: string, timeZone: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(instant)) / minuteMs)
  if (minutes < 1) return t('just now')
  if (minutes < 60) return ago(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  const days = daysBetween(dayIn(timeZone, new Date(instant)), dayIn(timeZone, new Date(now)))
  // A day can have 25 hours.
  if (hours < 24 || days < 1) return ago(hours, 'hour')
  if (days === 1) return t('yesterday')
  if (days < 7) return ago(days, 'day')
  if (days < daysPerMonth) return ago(Math.floor(days / 7), 'week')
  if (days < 365) return ago(Math.floor(days / daysPerMonth), 'month')
  return formatInstantDay(instant, timeZone)
}

const ages = memoize((language) => new Intl.RelativeTimeFormat(language))
const ago = (count: number, unit: Intl.RelativeTimeFormatUnit) => ages(readerLanguage()).format(-count, unit)

/**
 * Returns when the text of `formatAgo` changes next, in milliseconds, unless a day ends before; Infinity if only the end of
 * a day changes it.
 */
export function nextAgoChange(instant: string, now: string): number {
  const posted = Date.parse(instant)
  const age = Date.parse(now) - posted
  const step = age < hourMs ? minuteMs : hourMs
  return age < longestDayMs ? posted + (Math.floor(age / step) + 1) * step : Number.POSITIVE_INFINITY
}

/** Returns the words of a site's name that fit into 12 characters: home screens cut longer names in the middle of a word. */
export const shortNameOf = (name: string): string =>
  /^(?:.{1,12}(?!\S)|\S+)/.exec(name)?.[0].trimEnd() ?? name
