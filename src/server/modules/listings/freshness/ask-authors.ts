/** Asks authors whether they still offer their services: at most one email per author and day, with all services in question. */

import { sql } from 'kysely'
import { addDays, dayIn } from '../../../../shared/days.ts'
import { isOffered } from '../../../../shared/offered-kinds.ts'
import { publicPaths } from '../../../../shared/paths.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { createIdTokens } from '../../../platform/id-tokens.ts'
import type { NotificationOptions, Notifications } from '../../notifications/service.ts'
import { dayMs } from './renewal.ts'

/** What the job that moves listings through time needs. */
export type FreshnessJob = {
  database: Database
  notifications: Pick<Notifications, 'topicEmail'>
  clock: Clock
} & Pick<NotificationOptions, 'secret' | 'settings'>

/** With a run every ten minutes, this spreads the emails of a large site after an upgrade over days. */
const maxAuthorsPerRun = 100
const maxServicesPerAuthor = 200
/** The services that were posted first are asked about first. */
const maxDueRead = 2000

/** Tokens in the links of these emails. Each names one service, and renews only that one. */
export const createRenewalTokens = (secret: string) => createIdTokens(secret, 'links that renew services')

/** Services that are in a state since `before` are due. */
export type Due = { before: Date; now: Date }

/** Asks about services that are current since `before`. */
export async function askAuthors(job: FreshnessJob, due: Due): Promise<void> {
  const { database } = job
  await restartUnanswerable(database, due)
  for (const authorId of await findAuthors(database, due))
    await database.kysely.transaction().execute((tx) => askAuthor(tx, job, authorId, due))
}

/** The services to ask about. The state is a literal, as in the condition of the index. */
const currentSince = (before: Date) => sql`renewal.state = 'current' and renewal.since <= ${before}`
const isPublic = sql`listing.status in ('active', 'reported')`

/** Restarts the time of services whose author cannot answer: they are hidden or deleted, or nobody has the account, as on the demo. */
const restartUnanswerable = ({ kysely }: Database, { before, now }: Due) =>
  sql`
  update service_renewal set since = ${now}
  where listing_id in (
    select renewal.listing_id from service_renewal renewal
    join listing on listing.id = renewal.listing_id join profile on profile.id = listing.author_id
    where ${currentSince(before)} and (not ${isPublic} or profile.account_id is null)
    order by renewal.since limit ${sql.lit(maxDueRead)} for update of renewal skip locked)`.execute(kysely)

/** Returns authors with services that are due, those who have waited longest first, except those asked within a day. */
async function findAuthors({ kysely }: Database, { before, now }: Due): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select listing.author_id as id, renewal.since from service_renewal renewal
      join listing on listing.id = renewal.listing_id
      where ${currentSince(before)} and ${isPublic}
      order by renewal.since limit ${sql.lit(maxDueRead)}
    )
    select id from due where not ${wasAsked(sql`due.id`, now)}
    group by id order by min(since) limit ${sql.lit(maxAuthorsPerRun)}`.execute(kysely)
  return rows.map(({ id }) => id)
}

/** Returns whether this author was asked within a day, also about services that were renewed since. */
const wasAsked = (authorId: ReturnType<typeof sql>, now: Date) => sql<boolean>`exists (
  select from listing own join service_renewal asked on asked.listing_id = own.id
  where own.author_id = ${authorId} and own.kind = 'service' and asked.asked > ${new Date(now.getTime() - dayMs)})`

async function askAuthor(
  tx: Connection,
  { notifications, secret, settings }: FreshnessJob,
  authorId: string,
  { before, now }: Due,
): Promise<void> {
  // Another process that asks the same author waits for nothing.
  const { rows: authors } = await sql<{ asked: boolean }>`
    select ${wasAsked(sql`profile.id`, now)} as asked from profile
    where id = ${authorId} for no key update skip locked`.execute(tx)
  const { serviceFreshness, timeZone } = settings()
  if (authors[0]?.asked !== false || !serviceFreshness || !isOffered(settings(), 'service')) return
  const { rows: services } = await sql<{ id: string; title: string }>`
    with due as (
      select renewal.listing_id, listing.title from service_renewal renewal
      join listing on listing.id = renewal.listing_id
      where listing.author_id = ${authorId} and listing.kind = 'service' and ${currentSince(before)} and ${isPublic}
      order by renewal.since limit ${sql.lit(maxServicesPerAuthor)} for update of renewal skip locked
    )
    update service_renewal set state = 'asked', since = ${now}, asked = ${now}
    from due where service_renewal.listing_id = due.listing_id
    returning due.listing_id as id, due.title`.execute(tx)
  if (services.length === 0) return
  const tokens = createRenewalTokens(secret)
  const { ask, stale, archive } = serviceFreshness
  const today = dayIn(timeZone, now)
  await notifications.topicEmail(tx, authorId, 'service-question', {
    services: services.map(({ id, title }) => ({
      title,
      link: publicPaths.renewService({ token: tokens.create(id) }),
    })),
    staleOn: addDays(today, stale - ask),
    archivedOn: addDays(today, archive - ask),
  })
}
