import { formatDay } from '../../shared/format.ts'
import type { Freshness } from '../../shared/listing.ts'
import { t } from '../../shared/translate.ts'

/** Returns what an author reads about a service that they have not renewed; null if there is nothing to do. */
export function renewalText(
  freshness: Freshness,
  renewBy: string | null,
): { title: string; text: string } | null {
  if (freshness === 'archived')
    return {
      title: t('Archived'),
      text: t('Lists and searches don’t show it anymore. Its page still works. Renew it to list it again.'),
    }
  if (freshness === 'stale')
    return {
      title: t('Do you still offer this?'),
      text: renewBy
        ? t('Lists show it in gray, after other ads, and leave it out from {day}. Renew it to change that.', {
            day: formatDay(renewBy),
          })
        : t('Lists show it in gray, after other ads. Renew it to change that.'),
    }
  if (renewBy === null) return null
  return {
    title: t('Do you still offer this?'),
    text: t('Renew it by {day}. After that, lists show it in gray.', { day: formatDay(renewBy) }),
  }
}
