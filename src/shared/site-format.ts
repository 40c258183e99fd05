/**
 * How the site writes numbers, amounts, days, and distances. A process serves one site, so this is a variable of the process instead of
 * a parameter of every function that formats. The server calls `setSiteFormat` when the settings change and before
 * it renders a page; the browser calls it before its first render, with the settings of the page, so both write the same text.
 */
import { languagePart, readerLanguage, sourceLanguage } from './language.ts'
import { memoize } from './memoize.ts'
import type { RegionFormat } from './settings/region-formats.ts'

export type SiteFormat = { regionFormat: RegionFormat; distanceUnit: 'country' | 'mi' | 'km' }

let current: SiteFormat = { regionFormat: 'en-US', distanceUnit: 'country' }

export function setSiteFormat({ regionFormat, distanceUnit }: SiteFormat): void {
  current = { regionFormat, distanceUnit }
}

export const siteDistanceUnit = (): SiteFormat['distanceUnit'] => current.distanceUnit

/**
 * Returns the locale of numbers and dates: the site's regional format, in the reader's language. English readers get the regional format
 * as it is.
 */
export function formatLocale(): string {
  const language = readerLanguage()
  const part = languagePart(language)
  if (part === sourceLanguage || current.regionFormat.startsWith(`${part}-`)) return current.regionFormat
  return part === language ? `${part}-${current.regionFormat.slice(3)}` : language
}

const numberFormats = memoize((key) => {
  const [locale, currency] = key.split(' ')
  return new Intl.NumberFormat(
    locale,
    currency
      ? {
          style: 'currency',
          currency,
          // Readers in other languages than the region's know which dollar is meant.
          currencyDisplay: locale === current.regionFormat ? 'symbol' : 'narrowSymbol',
          trailingZeroDisplay: 'stripIfInteger',
        }
      : {},
  )
})

/** Browsers and servers disagree on which space they put between digits. */
const withSameSpaces = (text: string) => text.replace(/[\u202f\u2009]/g, '\u00a0')

/** Formats 1234.5 as `1,234.5`, or `1 234,5`. */
export const formatNumber = (number: number): string =>
  withSameSpaces(numberFormats(formatLocale()).format(number))

export const amountFormat = (currency: string): Intl.NumberFormat =>
  numberFormats(`${formatLocale()} ${currency}`)

/** Formats 35 as `$35`, and 35.5 as `$35.50`, or `35,50 €`. */
export const formatAmount = (amount: number, currency: string): string =>
  withSameSpaces(amountFormat(currency).format(amount))

const startsWithMonth = () => current.regionFormat === 'en-US' || current.regionFormat === 'en-CA'

/**
 * Returns a function that formats days in the order of the site: `Friday, November 20, 2026` or `Friday 20 November 2026`. In English, joins
 * the parts of the second itself, because browsers disagree on the separators.
 */
export function dayFormat(options: Intl.DateTimeFormatOptions): (day: string | Date) => string {
  // Calendar days have no time zone. Without UTC, March 22 would print as March 21 in New York.
  const formats = memoize((locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }))
  return (day) => {
    const date = new Date(day)
    if (!writesEnglish()) return withOrdinal(withSameSpaces(formats(formatLocale()).format(date)))
    const format = formats('en-US')
    if (startsWithMonth()) return format.format(date)
    const parts = format.formatToParts(date)
    const names = ['weekday', 'day', 'month', 'year'] as const
    return names.flatMap((name) => parts.find(({ type }) => type === name)?.value ?? []).join(' ')
  }
}

/** In French, the first day of a month is an ordinal, which CLDR does not know: `1er novembre`. */
const withOrdinal = (text: string) =>
  languagePart(readerLanguage()) === 'fr' ? text.replace(/\b1(?= \p{L})/u, '1er') : text

/** Returns whether the page, reply, or email is in English. */
export const writesEnglish = (): boolean => languagePart(readerLanguage()) === sourceLanguage

/** Returns a function that formats the time of day of instants in a time zone: `2:05 PM`, or `14:05`. */
export function clockFormat(timeZone: string): (instant: Date) => string {
  return (instant) => {
    const parts = clockFormats(`${clockLocale()} ${timeZone}`).formatToParts(instant)
    const text = withSameSpaces(parts.map(({ value }) => value).join(''))
    // Browsers and servers disagree on the space before AM and PM, in Spanish too.
    return text.replace(/\s(?=[ap]\.?\s?m\.?$)/i, writesEnglish() ? ' ' : '\u00a0')
  }
}

/** Returns the locale of times of day: English ones are the same on every site. */
export const clockLocale = (): string => (writesEnglish() ? 'en-US' : formatLocale())

const clockFormats = memoize((key) => {
  const [locale, timeZone] = key.split(' ')
  return new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' })
})
