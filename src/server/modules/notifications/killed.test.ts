/** Jobs that email many people miss nobody and email nobody twice when their process is killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { waitFor } from '../../../../test/support/checks/emails.ts'
import { createManyListings } from '../../../../test/support/data/factories.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'

/** Fewer than the job asks in one run. */
const people = 90

/** A process that writes the emails about changed events, then asks authors about their services. */
function startWorker(connectionString: string): ChildProcess {
  const modules = `${import.meta.dirname}/..`
  const server = `${modules}/..`
  const script = `
    import { notifyOfEventChanges } from '${modules}/event-changes/jobs.ts'
    import { updateFreshness } from '${modules}/listings/freshness/update-freshness.ts'
    import { createNotifications } from '${modules}/notifications/service.ts'
    import { openDatabase } from '${server}/platform/database/database.ts'
    import { createRateLimiter } from '${server}/platform/http/rate-limiter.ts'
    import { defaultSettings } from '${server}/../shared/settings/table.ts'
    const log = { info() {}, warn() {}, error() {} }
    const database = openDatabase({ connectionString: process.argv.at(-1), timeZone: 'UTC', log })
    const settings = () => defaultSettings
    const secret = 'x'.repeat(40)
    const notifications = createNotifications({ secret, settings, publicUrl: 'http://localhost:3000' })
    const job = { database, notifications, clock: () => new Date('2026-11-20T17:00:00Z') }
    await notifyOfEventChanges({ ...job, rateLimiter: createRateLimiter(database, null), batchSize: 3 })
    await updateFreshness({ ...job, secret, settings })
    await database.close()`
  return spawn(process.execPath, ['--input-type=module', '--eval', script, connectionString], {
    stdio: 'inherit',
  })
}

test('everyone gets one email about a changed event, and one about their services', async () => {
  const { database, address } = await createDatabase()
  const { kysely } = database
  await createManyListings(database, people)
  await createManyListings(database, 1, { kind: 'event' })
  await sql`
    with accounts as (
      insert into account (id, name, email, email_verified)
      select gen_random_uuid(), 'Ann', 'ann' || n || '@example.org', true from generate_series(1, ${people}::int) n returning id, email
    ), profiles as (
      insert into profile (id, account_id, email, name) select gen_random_uuid(), id, email, 'Ann' from accounts returning id
    )
    insert into saved_listing (profile_id, listing_id, known_price)
    select profiles.id, listing.id, listing.price from profiles, listing where listing.kind = 'event'`.execute(
    kysely,
  )
  // Each of them is the author of one service.
  await sql`
    update listing set author_id = person.id
    from (select id, row_number() over () as n from profile where account_id is not null) person,
      (select id, row_number() over () as n from listing where kind = 'service') service
    where service.n = person.n and listing.id = service.id`.execute(kysely)
  await sql`update service_renewal set since = timestamptz '2026-11-20T17:00:00Z' - interval '61 days'`.execute(
    kysely,
  )
  await sql`update listing set start_date = '2096-12-05', end_date = '2096-12-05', version = version + 1 where kind = 'event'`.execute(
    kysely,
  )
  await sql`update event_change set due = now()`.execute(kysely)

  const emails = async (kind: string) => {
    const { rows } = await sql<{ recipient: string }>`
      select recipient from outbox_email where kind = ${kind}`.execute(kysely)
    return rows.map(({ recipient }) => recipient)
  }
  for (const kind of ['event-changed', 'service-question']) {
    const worker = startWorker(address)
    await waitFor(`some emails (${kind})`, async () =>
      (await emails(kind)).length >= people / 10 ? true : undefined,
    )
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    expect((await emails(kind)).length).toBeLessThan(people)
    await waitFor('its sessions to end', async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and xact_start is not null and backend_type = 'client backend'`.execute(kysely)
      return rows.length === 0 ? true : undefined
    })
  }
  expect(await once(startWorker(address), 'exit')).toEqual([0, null])
  const everyone = Array.from({ length: people }, (_, n) => `ann${n + 1}@example.org`).sort()
  expect((await emails('event-changed')).sort()).toEqual(everyone)
  expect((await emails('service-question')).sort()).toEqual(everyone)
})
