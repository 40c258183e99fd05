/** Formats amounts that only the dashboard and commands show, so that other pages do not load this. */
import { formatLocale } from './site-format.ts'
import { t } from './translate.ts'

const minuteMs = 60_000

/** Formats the time between two instants roughly: `12 minutes`, `3 hours`, `5 days`. */
export function formatAge(from: string, to: string): string {
  const minutes = Math.floor((Date.parse(to) - Date.parse(from)) / minuteMs)
  if (minutes < 1) return t('less than a minute')
  if (minutes < 60) return t('{count, plural, one {# minute} other {# minutes}}', { count: minutes })
  const count = Math.floor(minutes / 60)
  if (count < 48) return t('{count, plural, one {# hour} other {# hours}}', { count })
  return t('{count, plural, one {# day} other {# days}}', { count: Math.floor(count / 24) })
}

const byteUnits = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Formats a size such as `1.4 GB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = (bytes / 1000 ** power).toLocaleString(formatLocale(), {
    maximumFractionDigits: power < 2 ? 0 : 1,
  })
  return `${value} ${byteUnits[power]}`
}
