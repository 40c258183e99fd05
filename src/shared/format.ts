/** Formats prices, days, and text. Pure: the server and every browser produce the same text. */
import { cardTextLength } from './limits.ts'

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** In code units. Real characters are shorter; this cuts hundreds of marks stacked on one letter. */
const maxCharacterLength = 32

/**
 * Truncates a text to its first 20 characters and an ellipsis, as cards do (specification, section 3). Counts what a
 * reader sees as one character, so that no emoji is split. Returns a shorter text unchanged.
 */
export function truncate(text: string, length = cardTextLength): string {
  if (text.length <= length) return text
  // In ASCII every character is one code unit. Only other texts need the slower segmenter.
  if (/^[\x20-\x7e\n]*$/.test(text.slice(0, length + 1))) return `${text.slice(0, length).trimEnd()}…`
  const visible = []
  for (const { segment } of characters.segment(text)) {
    if (visible.length === length) return `${visible.join('').trimEnd()}…`
    visible.push(segment.length > maxCharacterLength ? cutMarks(segment) : segment)
  }
  return visible.join('')
}

const cutMarks = (character: string) => character.slice(0, maxCharacterLength).replace(/[\ud800-\udbff]$/, '')

const priceFormatters = new Map<string, Intl.NumberFormat>()

/** Formats 35 as `$35` and 35.5 as `$35.50`. */
export function formatPrice(price: number, currency: string): string {
  let formatter = priceFormatters.get(currency)
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    })
    priceFormatters.set(currency, formatter)
  }
  return formatter.format(price)
}

// Calendar days have no time zone. Without UTC, March 22 would print as March 21 in New York.
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats `2026-11-20` as `November 20, 2026`. For an ISO instant, formats its UTC day. */
export function formatDay(day: string): string {
  return longDay.format(new Date(day))
}

/** Formats both days in full, or a single day once. */
export function formatDayRange(first: string, last: string): string {
  return first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`
}

/** Formats a place as `Austin, Texas, United States`, without missing parts. */
export function formatPlace(place: { city?: string | null; state?: string | null; country: string }): string {
  return [place.city, place.state, place.country].filter(Boolean).join(', ')
}

/** Formats a count as `1 ad` or `1,204 ads`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

const instantFormatters = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats an instant as `November 20, 2026, 2:05 PM` in a time zone. Joins the parts itself, because browsers disagree on
 * the separators.
 */
export function formatInstant(instant: string, timeZone: string): string {
  let formatter = instantFormatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    })
    instantFormatters.set(timeZone, formatter)
  }
  const parts = formatter.formatToParts(new Date(instant)).map(({ type, value }) => [type, value])
  const { month, day, year, hour, minute, dayPeriod } = Object.fromEntries(parts)
  return `${month} ${day}, ${year}, ${hour}:${minute} ${dayPeriod}`
}

const minuteMs = 60_000

/** Formats the time between two instants roughly: `12 minutes`, `3 hours`, `5 days`. */
export function formatAge(from: string, to: string): string {
  const minutes = Math.floor((Date.parse(to) - Date.parse(from)) / minuteMs)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return formatCount(minutes, 'minute', 'minutes')
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return formatCount(hours, 'hour', 'hours')
  return formatCount(Math.floor(hours / 24), 'day', 'days')
}
