/**
 * The daily email about saved ads: prices that dropped, and events that end soon. A person's check, the email, and what it announced
 * are one transaction, so a process that dies in between neither loses an email nor sends it twice.
 */

import { sql } from 'kysely'
import { addDays, dayIn, hourIn } from '../../../shared/days.ts'
import { maxSavedAdsInEmail, savedAdsEmailHour, soonDays } from '../../../shared/limits.ts'
import { offeredKinds } from '../../../shared/offered-kinds.ts'
import { privatePaths } from '../../../shared/paths.ts'
import { formatPrice, type PriceUnit, perTicket } from '../../../shared/price.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import type { Notifications } from '../notifications/service.ts'

type SavedAdsEmailOptions = {
  database: Database
  notifications: Notifications
  clock: Clock
  settings: CurrentSettings
}

export const savedJobs = (options: SavedAdsEmailOptions): JobModule => ({
  jobs: {
    send_saved_ads_emails: { run: () => sendSavedAdsEmails(options), schedule: '7 * * * *', unique: true },
  },
})

/** Runs every hour. Each person who wants the email is checked once a day, from the morning of the site's time zone on. */
export async function sendSavedAdsEmails(options: SavedAdsEmailOptions): Promise<void> {
  const { database, clock } = options
  const { timeZone } = options.settings()
  const now = clock()
  if (hourIn(timeZone, now) < savedAdsEmailHour) return
  const day = dayIn(timeZone, now)
  const { rows: people } = await sql<{ id: string }>`
    select preference.profile_id as id
    from email_preference preference left join saved_ads_check checked using (profile_id)
    where preference.topic = 'saved-ads' and preference.wanted and (checked.day is null or checked.day < ${day}::date)
    order by preference.profile_id`.execute(database.kysely)
  for (const { id } of people)
    await database.kysely.transaction().execute((tx) => checkPerson(tx, id, day, options))
}

async function checkPerson(tx: Connection, profileId: string, day: string, options: SavedAdsEmailOptions) {
  // If another server checks the same person, this waits for it, and changes nothing.
  const { numAffectedRows } = await sql`
    insert into saved_ads_check as checked (profile_id, day) select id, ${day}::date from profile where id = ${profileId}
    on conflict (profile_id) do update set day = excluded.day where checked.day < excluded.day`.execute(tx)
  if (numAffectedRows === 0n) return
  const until = addDays(day, soonDays)
  const kinds = offeredKinds(options.settings())
  const news = (await readNews(tx, profileId, day, until)).filter(({ kind }) => kinds.includes(kind))
  if (news.length > 0) {
    const shown = news.slice(0, maxSavedAdsInEmail)
    await options.notifications.topicEmail(tx, profileId, 'saved-ads-news', () => ({
      news: shown.map((row) => ({
        title: row.title,
        drop: row.price < row.known ? { from: priceOf(row, row.known), to: priceOf(row, row.price) } : null,
        endsOn: row.endsOn,
      })),
      more: news.length - shown.length,
      link: privatePaths.saved,
    }))
  }
  await rememberNews(tx, profileId, day, until)

  function priceOf({ kind, priceUnit }: NewsRow, price: number) {
    const otherwise = kind === 'event' ? perTicket : undefined
    return formatPrice({ price, price_unit: priceUnit }, options.settings().currency, otherwise)
  }
}

type NewsRow = {
  kind: 'service' | 'event'
  title: string
  price: number
  known: number
  priceUnit: PriceUnit | null
  endsOn: string | null
}

/** Whether an event ends soon, and no email has said so. */
const endsSoon = (day: string, until: string) => sql`
  (listing.kind = 'event' and listing.end_date between ${day}::date and ${until}::date
    and saved_listing.announced_end is distinct from listing.end_date)`

/** Returns the public ads of other people with news, the latest saved first. */
async function readNews(tx: Connection, profileId: string, day: string, until: string): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    select listing.kind, listing.title, listing.price, saved_listing.known_price as known,
      listing.price_unit as "priceUnit", case when ${endsSoon(day, until)} then listing.end_date end as "endsOn"
    from saved_listing join listing on listing.id = saved_listing.listing_id
    where saved_listing.profile_id = ${profileId} and listing.author_id <> ${profileId}
      and listing.status in ('active', 'reported') and listing.canceled is null
      and (listing.end_date is null or listing.end_date >= ${day}::date)
      and not exists (select from listing_index where listing_id = listing.id and ended)
      and (listing.price < saved_listing.known_price or ${endsSoon(day, until)})
    order by saved_listing.saved desc`.execute(tx)
  return rows
}

/** A price that has risen is the one that a later drop is compared with. */
async function rememberNews(tx: Connection, profileId: string, day: string, until: string): Promise<void> {
  await sql`
    update saved_listing set known_price = listing.price,
      announced_end = case when ${endsSoon(day, until)} then listing.end_date else saved_listing.announced_end end
    from listing
    where listing.id = saved_listing.listing_id and saved_listing.profile_id = ${profileId}
      and listing.status in ('active', 'reported')
      and (listing.price <> saved_listing.known_price or ${endsSoon(day, until)})`.execute(tx)
}
