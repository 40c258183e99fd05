/**
 * How the site writes numbers, amounts, days, and distances. A process serves one site, so this is a variable of the process instead of
 * a parameter of every function that formats. The server calls `setSiteFormat` when the settings change and before
 * it renders a page; the browser calls it before its first render, with the settings of the page, so both write the same text.
 */
import { memoize } from './memoize.ts'
import type { RegionFormat } from './settings/region-formats.ts'

export type SiteFormat = { regionFormat: RegionFormat; distanceUnit: 'country' | 'mi' | 'km' }

let current: SiteFormat = { regionFormat: 'en-US', distanceUnit: 'country' }

export function setSiteFormat({ regionFormat, distanceUnit }: SiteFormat): void {
  current = { regionFormat, distanceUnit }
}

export const siteDistanceUnit = (): SiteFormat['distanceUnit'] => current.distanceUnit

const numberFormats = memoize((key) => {
  const [locale, currency] = key.split(' ')
  return new Intl.NumberFormat(
    locale,
    currency ? { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } : {},
  )
})

/** Browsers and servers disagree on which space they put between digits. */
const withSameSpaces = (text: string) => text.replace(/[\u202f\u2009]/g, '\u00a0')

/** Formats 1234.5 as `1,234.5`, or `1 234,5`. */
export const formatNumber = (number: number): string =>
  withSameSpaces(numberFormats(current.regionFormat).format(number))

export const amountFormat = (currency: string): Intl.NumberFormat =>
  numberFormats(`${current.regionFormat} ${currency}`)

/** Formats 35 as `$35`, and 35.5 as `$35.50`, or `35,50 €`. */
export const formatAmount = (amount: number, currency: string): string =>
  withSameSpaces(amountFormat(currency).format(amount))

const startsWithMonth = () => current.regionFormat === 'en-US' || current.regionFormat === 'en-CA'

/**
 * Returns a function that formats days in the order of the site: `Friday, November 20, 2026` or `Friday 20 November 2026`. Joins the parts
 * of the second itself, because browsers disagree on the separators.
 */
export function dayFormat(options: Intl.DateTimeFormatOptions): (day: string | Date) => string {
  // Calendar days have no time zone. Without UTC, March 22 would print as March 21 in New York.
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
  return (day) => {
    const date = new Date(day)
    if (startsWithMonth()) return format.format(date)
    const parts = format.formatToParts(date)
    const names = ['weekday', 'day', 'month', 'year'] as const
    return names.flatMap((name) => parts.find(({ type }) => type === name)?.value ?? []).join(' ')
  }
}
