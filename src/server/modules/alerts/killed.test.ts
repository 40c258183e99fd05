/** The jobs between a new ad and the inbox lose nothing and repeat nothing when their process is killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../test/support/checks/emails.ts'
import { alertTasks } from '../../../../test/support/data/alerts.ts'
import { createManyListings } from '../../../../test/support/data/factories.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { startMailServer } from '../../../../test/support/site/mail-server.ts'
import { startPushService } from '../../../../test/support/site/push-service.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { startJobs } from '../../platform/jobs/runner.ts'

const searches = 20
const ads = 50

/** A process like the job process, which only compares and composes. */
function startWorker(connectionString: string): ChildProcess {
  const script = `
    import { createListingMatcher } from '${import.meta.dirname}/match-listing.ts'
    import { createAlertSender } from '${import.meta.dirname}/send-alerts.ts'
    import { createCatalog } from '${import.meta.dirname}/../catalog/service.ts'
    import { createNotifications } from '${import.meta.dirname}/../notifications/service.ts'
    import { openDatabase } from '${import.meta.dirname}/../../platform/database/database.ts'
    import { startJobs } from '${import.meta.dirname}/../../platform/jobs/runner.ts'
    import { defaultSettings } from '${import.meta.dirname}/../../../shared/settings/table.ts'
    const settings = () => defaultSettings
    const connectionString = process.argv.at(-1)
    const log = { info() {}, warn() {}, error() {} }
    const database = openDatabase({ connectionString, timeZone: 'UTC', log })
    const notifications = createNotifications({ secret: 'x'.repeat(40), settings, publicUrl: 'http://localhost:3000' })
    const reading = createCatalog(database)
    const catalog = () => reading
    const { matchListing } = createListingMatcher({ database, catalog, clock: () => new Date() })
    const tasks = { match_listing: matchListing, send_search_alerts: createAlertSender({ database, catalog, notifications, settings }) }
    startJobs({ connectionString, tasks, log })`
  return spawn(process.execPath, ['--input-type=module', '--eval', script, connectionString], {
    stdio: 'inherit',
  })
}

test('every alert is stored and sent once, although the process is killed again and again', {
  tags: ['slow'],
}, async () => {
  const { database, address } = await createDatabase()
  const { kysely } = database
  const [mail, push] = await Promise.all([startMailServer(), startPushService()])
  onTestFinished(async () => void (await Promise.all([mail.close(), push.close()])))
  await sql`
    with accounts as (
      insert into account (id, name, email, email_verified)
      select gen_random_uuid(), 'Ann', 'ann' || n || '@example.org', true from generate_series(1, ${searches}::int) n returning id, email
    ), profiles as (
      insert into profile (id, account_id, email, name) select gen_random_uuid(), id, email, 'Ann' from accounts returning id
    ), pattern as (
      insert into search_pattern (kind, query, compiled)
      values ('service', '', '{"phrases":[],"concepts":[],"filter":{"kind":"service","topics":[],"places":[],"ranges":[],"flags":[]}}') returning id
    )
    insert into saved_search (id, profile_id, pattern_id, name, frequency, created)
    select gen_random_uuid(), profiles.id, pattern.id, 'All', 'immediately', '2020-01-01' from profiles, pattern`.execute(
    kysely,
  )
  await createManyListings(database, ads)

  const alerts = async () => {
    const { rows } = await sql<{ found: number; waiting: number }>`
      select (select count(*)::int from search_alert) as found, (select count(*)::int from listing_to_match) as waiting`.execute(
      kysely,
    )
    return rows[0] ?? { found: 0, waiting: 0 }
  }
  let kills = 0
  for (const share of [0.1, 0.5]) {
    const worker = startWorker(address)
    await waitFor('some alerts', async () =>
      (await alerts()).found >= share * searches * ads ? true : undefined,
    )
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    // An ad waits, or all its alerts are stored.
    const { found, waiting } = await alerts()
    expect(found).toBe((ads - waiting) * searches)
    if (waiting > 0) kills += 1
    // Other processes notice after some seconds that a worker died.
    await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '20 seconds'`.execute(
      kysely,
    )
    await sql`update graphile_worker._private_job_queues set locked_at = locked_at - interval '20 seconds'`.execute(
      kysely,
    )
    await sql`
      select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs where locked_by is not null having count(*) > 0`.execute(kysely)
  }
  expect(kills).toBeGreaterThan(0)

  const { tasks, close } = alertTasks(database, mail, push)
  const jobs = startJobs({ connectionString: address, tasks, log: silentLog })
  await waitFor('all alerts', async () => ((await alerts()).waiting === 0 ? true : undefined))
  expect((await alerts()).found).toBe(searches * ads)
  // What was found after the first email waits for the next.
  await sql`update saved_search set due = now() where due is not null`.execute(kysely)
  await sql`select graphile_worker.add_job('send_search_alerts')`.execute(kysely)
  const unsent = async () =>
    (await sql`select from search_alert where sent is null limit 1`.execute(kysely)).rows.length
  await waitFor('every alert to be sent', async () => ((await unsent()) === 0 ? true : undefined))
  const { rows } = await sql<{ searches: number; emails: number }>`
    select (select count(*)::int from saved_search where due is not null) as searches,
      (select count(distinct recipient)::int from outbox_email where kind = 'search-alert') as emails`.execute(
    kysely,
  )
  expect(rows).toEqual([{ searches: 0, emails: searches }])
  await jobs.stop()
  close()
})
