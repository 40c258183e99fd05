import { formatDay } from '../../shared/format.ts'
import type { Freshness } from '../../shared/listing.ts'

/** Returns what an author reads about a service that they have not renewed; null if there is nothing to do. */
export function renewalText(
  freshness: Freshness,
  renewBy: string | null,
): { title: string; text: string } | null {
  if (freshness === 'archived')
    return {
      title: 'Archived',
      text: 'Lists and searches don’t show it anymore. Its page still works. Renew it to list it again.',
    }
  if (freshness === 'stale')
    return {
      title: 'Do you still offer this?',
      text: `Lists show it in gray, after other ads${renewBy ? `, and leave it out from ${formatDay(renewBy)}` : ''}. Renew it to change that.`,
    }
  if (renewBy === null) return null
  return {
    title: 'Do you still offer this?',
    text: `Renew it by ${formatDay(renewBy)}. After that, lists show it in gray.`,
  }
}
