import type { SiteSettings } from './table.ts'

/** Returns the announcement that pages show on a day in the site's time zone; null without one. */
export function announcementOn(settings: SiteSettings, day: string): string | null {
  const { announcement, announcementStart: start, announcementEnd: end } = settings
  const isOn = announcement !== '' && (start === '' || day >= start) && (end === '' || day <= end)
  return isOn ? announcement : null
}
