/** What a service's row of `service_renewal` means for its author, and the statement that renews it. */
import { sql } from 'kysely'
import { addDays, dayIn } from '../../../../shared/days.ts'
import type { SiteSettings } from '../../../../shared/settings/table.ts'
import type { Connection } from '../../../platform/database/database.ts'

/** `since` is the ISO instant at which the state began. */
export type Renewal = { state: 'current' | 'asked' | 'stale' | 'archived'; since: string }

export const dayMs = 86_400_000

/** Returns the day on which a service goes from `asked` to stale, or from stale to archived; null in other states. */
export function renewByOf(
  renewal: Renewal | null,
  { serviceFreshness, timeZone }: SiteSettings,
): string | null {
  if (!renewal || !serviceFreshness) return null
  const { ask, stale, archive } = serviceFreshness
  const days = { current: null, asked: stale - ask, stale: archive - stale, archived: null }[renewal.state]
  return days === null ? null : dayIn(timeZone, new Date(Date.parse(renewal.since) + days * dayMs))
}

/** Returns the first day of those on which an event may have ended that is still in lists. */
export const firstListedDay = ({ eventListedDays, timeZone }: SiteSettings, now: Date): string =>
  addDays(dayIn(timeZone, now), -eventListedDays)

/** Makes a service current from `now` on, and lists it again if it was archived, in its place by the day of posting. */
export async function renewService(tx: Connection, id: string, now: Date): Promise<void> {
  await sql`
    insert into service_renewal (listing_id, since) values (${id}, ${now})
    on conflict (listing_id) do update set state = 'current', since = excluded.since`.execute(tx)
  await sql`
    update listing set stale = false, archived = false
    where id = ${id} and status <> 'deleted' and (stale or archived)`.execute(tx)
}

/** For a transaction that changes the listing before it renews it. The job that ages services locks both in this order. */
export async function lockRenewal(tx: Connection, id: string): Promise<void> {
  await sql`select from service_renewal where listing_id = ${id} for update`.execute(tx)
}
