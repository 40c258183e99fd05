/** Who gets the link to an online event, and when. */
import type { Occurrence, onlineUrlAudiences } from '../../../shared/event-fields.ts'
import { canEditListing, type Viewer } from '../../../shared/policy.ts'
import { startOfDay } from './schedule/instants.ts'

type LinkedEvent = Parameters<typeof canEditListing>[1] & {
  online_url_shown: (typeof onlineUrlAudiences)[number]
  occurrence?: Occurrence
  time_zone?: string
}

/** Whether the viewer gets the link now. Its author and admins always do; visitors and suspended users never. */
export function getsOnlineLink(viewer: Viewer | null, event: LinkedEvent, now: Date): boolean {
  if (!viewer) return false
  if (canEditListing(viewer, event)) return true
  if (viewer.suspensionReason !== null) return false
  const { online_url_shown, occurrence, time_zone } = event
  if (online_url_shown === 'signed_in') return true
  if (!occurrence || !time_zone) return false
  return now.toISOString() >= startOfDay(occurrence.startDate, time_zone)
}
