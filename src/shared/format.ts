/** How facts read on screen: prices, calendar days, shortened text. Pure, the same on server and browser. */
import { cardTextLength } from './limits.ts'

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Real ones are shorter; what piles up hundreds of marks on one letter is cut. */
const longestCharacter = 32

/**
 * The first 20 characters and an ellipsis, as cards show titles and descriptions (specification, section 3).
 * Cut between what a reader sees as characters, so that no emoji is halved; a short text is kept as it is.
 */
export function truncate(text: string, length = cardTextLength): string {
  if (text.length <= length) return text
  // In plain ASCII every character is one code unit; only the rest needs the slow, careful way.
  if (/^[\x20-\x7e\n]*$/.test(text.slice(0, length + 1))) return `${text.slice(0, length).trimEnd()}…`
  const seen = []
  for (const { segment } of characters.segment(text)) {
    if (seen.length === length) return `${seen.join('').trimEnd()}…`
    seen.push(segment.length > longestCharacter ? cutMarks(segment) : segment)
  }
  return seen.join('')
}

const cutMarks = (character: string) => character.slice(0, longestCharacter).replace(/[\ud800-\udbff]$/, '')

const money = new Map<string, Intl.NumberFormat>()

/** `35` → `$35`, `35.5` → `$35.50`. */
export function formatPrice(price: number, currency: string): string {
  let formatter = money.get(currency)
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    })
    money.set(currency, formatter)
  }
  return formatter.format(price)
}

// A calendar day has no time zone: it is read and written in UTC, else March 22 prints as March 21 in New York.
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `2026-11-20` → `November 20, 2026`. Also takes an ISO instant, of which it shows the UTC day. */
export function formatDay(day: string): string {
  return longDay.format(new Date(day))
}

/** Both days in full; one day is shown once. */
export function formatDayRange(first: string, last: string): string {
  return first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`
}

/** `Austin, Texas, United States` without the parts that are not known. */
export function formatPlace(place: { city?: string | null; state?: string | null; country: string }): string {
  return [place.city, place.state, place.country].filter(Boolean).join(', ')
}

/** `1 ad`, `1,204 ads`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

const instants = new Map<string, Intl.DateTimeFormat>()

/** `November 20, 2026, 2:05 PM`, in this time zone. Put together here: browsers disagree on what stands between. */
export function formatInstant(instant: string, timeZone: string): string {
  let formatter = instants.get(timeZone)
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
    instants.set(timeZone, formatter)
  }
  const parts = formatter.formatToParts(new Date(instant)).map(({ type, value }) => [type, value])
  const { month, day, year, hour, minute, dayPeriod } = Object.fromEntries(parts)
  return `${month} ${day}, ${year}, ${hour}:${minute} ${dayPeriod}`
}

const minuteMs = 60_000

/** How long ago, roughly: `12 minutes`, `3 hours`, `5 days`. */
export function formatAge(from: string, to: string): string {
  const minutes = Math.floor((Date.parse(to) - Date.parse(from)) / minuteMs)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return formatCount(minutes, 'minute', 'minutes')
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return formatCount(hours, 'hour', 'hours')
  return formatCount(Math.floor(hours / 24), 'day', 'days')
}
