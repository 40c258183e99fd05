/**
 * The job that moves listings through time: it asks authors about their services, marks services stale, and archives services and
 * ended events. Each run does a limited amount of work, in small transactions, and the next one continues. It can be killed at any
 * time and run in several processes at once.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { isOffered } from '../../../../shared/offered-kinds.ts'
import type { Database } from '../../../platform/database/database.ts'
import { askAuthors, type Due, type FreshnessJob } from './ask-authors.ts'
import { dayMs, firstListedDay } from './renewal.ts'

/** Each listing that changes its place takes up to a few milliseconds, for which others wait. */
const batchSize = 50
const maxBatches = 200
/** How long to wait after a batch, in durations of it: the site responds to visitors while a backlog is processed. */
const pauseFactor = 3

export async function updateFreshness(job: FreshnessJob): Promise<void> {
  const { database, clock } = job
  const now = clock()
  const settings = job.settings()
  const { serviceFreshness } = settings
  if (serviceFreshness && isOffered(settings, 'service')) {
    const { ask, stale, archive } = serviceFreshness
    const before = (days: number) => new Date(now.getTime() - days * dayMs)
    // The last step first: a service that is due for several takes one step in each run.
    await repeat(() => advance(database, 'stale', 'archived', { before: before(archive - stale), now }))
    await repeat(() => advance(database, 'asked', 'stale', { before: before(stale - ask), now }))
    await askAuthors(job, { before: before(ask), now })
  }
  const firstDay = firstListedDay(settings, now)
  await repeat(() => archiveEvents(database, firstDay))
}

/** Repeats a batch, which returns how many listings it changed, until one is not full. Pauses after each. */
async function repeat(batch: () => Promise<number>): Promise<void> {
  for (let count = 0; count < maxBatches; count += 1) {
    const begun = performance.now()
    if ((await batch()) < batchSize) return
    await delay((performance.now() - begun) * pauseFactor)
  }
}

/** Takes services that have been in a state since `before` to the next one. A service that is being renewed is skipped. */
async function advance({ kysely }: Database, from: 'asked' | 'stale', to: 'stale' | 'archived', due: Due) {
  const { rows } = await sql<{ changed: number }>`
    with due as (
      select listing_id from service_renewal
      where state = ${sql.lit(from)} and since <= ${due.before}
      order by since limit ${sql.lit(batchSize)} for update skip locked
    ), advanced as (
      update service_renewal set state = ${sql.lit(to)}, since = ${due.now}
      from due where service_renewal.listing_id = due.listing_id returning service_renewal.listing_id
    ), aged as (
      update listing set stale = true, archived = ${to === 'archived'}
      where id in (select listing_id from advanced)
    )
    select count(*)::int as changed from advanced`.execute(kysely)
  return rows[0]?.changed ?? 0
}

/** Archives events whose last date ended before this day: a literal, so that PostgreSQL knows that few match. */
async function archiveEvents({ kysely }: Database, firstDay: string) {
  const endedIn = (ended: boolean) => sql`
    (select listing_id from listing_index
     where kind = 'event' and ended = ${sql.lit(ended)} and end_date < ${sql.lit(firstDay)}
       and not exists (select from event_occurrence later
         where later.listing_id = listing_index.listing_id and later.end_date >= ${sql.lit(firstDay)})
     limit ${sql.lit(batchSize)})`
  const { numAffectedRows = 0n } = await sql`
    update listing set archived = true
    where id = any(array(
      select listing_id from (${endedIn(true)} union all ${endedIn(false)}) found limit ${sql.lit(batchSize)}))
      and kind = 'event' and end_date < ${sql.lit(firstDay)} and not archived`.execute(kysely)
  return Number(numAffectedRows)
}
