/** The names of scheduled backups, and which of them the retention policy keeps. */
import type { SiteSettings } from '../../../shared/settings/table.ts'

/** How many days, weeks, months, and years keep the newest of their backups. */
export type Retention = SiteSettings['backupKeep']

import { archiveExtension, encryptedExtension } from './archive/format.ts'

/** Sorting by name sorts by time. Other files in the folder never match. */
export function backupName(slug: string, at: Date, isEncrypted: boolean): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '-')
  return `${slug}-${time}Z${isEncrypted ? encryptedExtension : archiveExtension}`
}

/** Returns when the site's backup of this name was made, or null for any other file. */
export function timeOfBackup(slug: string, name: string): Date | null {
  const [, prefix, day, hour, minute, second] =
    /^(.+)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst(?:\.age)?$/.exec(name) ?? []
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return prefix === slug && !Number.isNaN(at.getTime()) ? at : null
}

/** Returns the names of the site's backups in `names`, newest first. */
export const listBackups = (slug: string, names: string[]): string[] =>
  names
    .filter((name) => timeOfBackup(slug, name))
    .sort()
    .reverse()

const periods: Record<keyof Retention, (at: Date) => string> = {
  daily: (at) => at.toISOString().slice(0, 10),
  weekly: (at) => mondayOf(at).toISOString().slice(0, 10),
  monthly: (at) => at.toISOString().slice(0, 7),
  yearly: (at) => at.toISOString().slice(0, 4),
}

function mondayOf(at: Date): Date {
  const monday = new Date(at)
  monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return monday
}

/** Returns the backups to delete: all but the newest, and the newest of each of the last periods that `keep` counts. */
export function expiredBackups(slug: string, names: string[], keep: Retention): string[] {
  const backups = listBackups(slug, names)
  const kept = new Set(backups.slice(0, 1))
  for (const period of ['daily', 'weekly', 'monthly', 'yearly'] as const) {
    const seen = new Set<string>()
    for (const name of backups) {
      const at = timeOfBackup(slug, name)
      if (!at || seen.size >= keep[period] || seen.has(periods[period](at))) continue
      seen.add(periods[period](at))
      kept.add(name)
    }
  }
  return backups.filter((name) => !kept.has(name))
}
