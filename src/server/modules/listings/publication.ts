/**
 * Listings that are published later. Until then they are hidden, and only the author and admins see them. Once published, they are as if
 * they were posted then: their place in lists, alerts, and freshness begin with that instant.
 */

import { sql } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import { maxScheduledDays } from '../../../shared/limits.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { dayMs } from './freshness/renewal.ts'
import { instantOf } from './schedule/instants.ts'
import { listingStatus } from './status.ts'

const batchSize = 50

type Limits = { timeZone: string; now: Date /** When an event is over. */; endsAt?: string | undefined }

/** Returns the ISO instant of a local time. Throws `invalid` if nothing can be published then. */
export function toPublication(time: string, { timeZone, now, endsAt }: Limits): string {
  const instant = instantOf(time.slice(0, 10), time.slice(11), timeZone)
  const fail = (message: string) => {
    throw new AppError('invalid', message, { publishAt: message })
  }
  if (instant <= now.toISOString())
    fail(t('This time has passed. Please choose a later one, or publish the ad now.'))
  if (Date.parse(instant) > now.getTime() + maxScheduledDays * dayMs)
    fail(t('Please choose a time within {days} days.', { days: maxScheduledDays }))
  if (endsAt !== undefined && instant >= endsAt)
    fail(t('The event is over then. Please choose an earlier time.'))
  return instant
}

/** Schedules a hidden listing. A service is asked about as if it had been posted at that instant. */
export async function schedule(tx: Connection, id: string, publishAt: string): Promise<void> {
  await sql`update listing set publish_at = ${publishAt}::timestamptz where id = ${id}`.execute(tx)
  await sql`update service_renewal set since = ${publishAt}::timestamptz where listing_id = ${id}`.execute(tx)
}

/** Locks a listing for the transaction. Returns false if it is not scheduled, or was published in the meantime. */
export async function lock(tx: Connection, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from listing where id = ${id} and status = 'hidden' and publish_at is not null for no key update`.execute(
    tx,
  )
  return rows.length > 0
}

/** The caller has locked the listing. */
export async function publish(tx: Connection, id: string, now: Date): Promise<void> {
  await sql`update service_renewal set state = 'current', since = ${now} where listing_id = ${id}`.execute(tx)
  await listingStatus.publish(tx, [id], now)
}

/**
 * Publishes what is due. Listings of suspended people wait until the suspension is lifted: it locks the account, and then hides what is
 * public, so it must not happen in between.
 */
export async function publishDue({ kysely }: Database, now: Date): Promise<void> {
  let due = batchSize
  while (due === batchSize)
    due = await kysely.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select listing.id from listing
        join profile on profile.id = listing.author_id join account on account.id = profile.account_id
        where listing.kind in ('service', 'event') and listing.status = 'hidden' and listing.status <> 'active'
          and publish_at <= ${now} and account.suspended_at is null
        order by publish_at limit ${sql.lit(batchSize)}
        for update of listing skip locked for share of account skip locked`.execute(tx)
      for (const { id } of rows) await publish(tx, id, now)
      return rows.length
    })
}
