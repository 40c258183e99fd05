import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { waitFor } from '../../../../test/support/checks/emails.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { openBreakableProxy } from '../../../../test/support/site/breakable-proxy.ts'
import { runDueJobs } from '../../../../test/support/site/run-due-jobs.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import type { Database } from '../database/database.ts'
import { startJobs, type Tasks } from './runner.ts'

let database: Database
let address: string
beforeEach(async () => {
  ;({ database, address } = await createDatabase())
})

const settings = (tasks: Tasks, connectionString = address) => ({ connectionString, tasks, log: silentLog })
function start(tasks: Tasks, connectionString?: string) {
  const jobs = startJobs(settings(tasks, connectionString))
  onTestFinished(() => jobs.stop())
  return jobs
}
const add = (queue: string | null = null) =>
  sql`select graphile_worker.add_job('work', '{}'::json, ${queue}::text)`.execute(database.kysely)
const countJobs = async () =>
  Number(
    (await sql<{ count: number }>`select count(*) from graphile_worker.jobs`.execute(database.kysely)).rows[0]
      ?.count,
  )
const allDone = () =>
  waitFor('the end of all jobs', async () => ((await countJobs()) === 0 ? true : undefined))

/** Adds a job that a worker of this name locked this long ago. */
async function lock(worker: string, ago: string) {
  await add('queue')
  for (const table of ['_private_jobs', '_private_job_queues'])
    await sql`update ${sql.id('graphile_worker', table)} set locked_by = ${worker}, locked_at = now() - ${ago}::interval`.execute(
      database.kysely,
    )
}

test('runs jobs as soon as they are added', async () => {
  const work = vi.fn()
  start({ work })
  await add()
  await allDone()
  await add()
  await allDone()
  expect(work).toHaveBeenCalledTimes(2)
})

test('runs the jobs of one queue one after the other, without waiting between them', {
  tags: ['timed'],
}, async () => {
  const running: number[] = []
  let active = 0
  const work = async () => {
    active += 1
    running.push(active)
    await delay(1)
    active -= 1
  }
  for (let count = 0; count < 30; count += 1) await add('one queue')
  const started = Date.now()
  start({ work })
  await allDone()
  // Without asking again, each would wait for half a second on average.
  expect(Date.now() - started).toBeLessThan(5_000)
  expect(running).toEqual(Array(30).fill(1))
})

test('runs all due jobs without a server', async () => {
  const work = vi.fn()
  for (let count = 0; count < 5; count += 1) await add('one queue')
  await sql`select graphile_worker.add_job('work', run_at => now() + interval '1 hour')`.execute(
    database.kysely,
  )
  await runDueJobs(settings({ work }))
  expect(work).toHaveBeenCalledTimes(5)
  expect(await countJobs()).toBe(1)
})

test('takes over the job of a dead worker at the start', { tags: ['timed'] }, async () => {
  await lock('dead-worker', '11 seconds')
  const started = Date.now()
  start({ work: () => {} })
  await allDone()
  expect(Date.now() - started).toBeLessThan(10_000)
})

test('leaves alone the job of a worker that is alive or has only just locked it', async () => {
  const liveSession = await database.pool.connect()
  onTestFinished(() => liveSession.release(true))
  await liveSession.query(`set application_name = 'live-worker'`)
  await lock('live-worker', '1 hour')
  await lock('new-worker', '1 second')
  await sql`update graphile_worker._private_jobs set locked_by = 'live-worker'
    where id = (select min(id) from graphile_worker._private_jobs)`.execute(database.kysely)
  const work = vi.fn()
  const jobs = start({ work, other: () => {} })
  await sql`select graphile_worker.add_job('other')`.execute(database.kysely)
  await waitFor('the other job', async () => ((await countJobs()) === 2 ? true : undefined))
  await jobs.stop()
  expect(work).not.toHaveBeenCalled()
})

test('runs jobs again after a database outage, even one in the middle of a job', async () => {
  const { hostname, port } = new URL(address)
  const link = await openBreakableProxy({ host: hostname, port: Number(port) })
  onTestFinished(() => link.cut())
  const linkedAddress = new URL(address)
  linkedAddress.host = `127.0.0.1:${link.port}`

  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const work = vi.fn(() => {
    started.resolve()
    return finish.promise
  })
  start({ work }, linkedAddress.href)
  await add()
  await started.promise
  await link.cut()
  finish.resolve()
  // The end of the first job cannot be recorded: the worker pool stops and is started again.
  await delay(1500)
  await add()
  await link.restore()
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2), 60_000)
  // The first job has run, but its end was not recorded: it runs again when its lock expires.
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`.execute(
    database.kysely,
  )
  const next = start({ work })
  await allDone()
  await next.stop()
  expect(work).toHaveBeenCalledTimes(3)
})

test('waits for running jobs when it stops, and takes no more', async () => {
  let ended = 0
  const started = Promise.withResolvers<void>()
  const jobs = startJobs(
    settings({
      work: async () => {
        started.resolve()
        await delay(300)
        ended += 1
      },
    }),
  )
  for (let count = 0; count < 5; count += 1) await add('one queue')
  await started.promise
  await jobs.stop()
  expect(ended).toBe(1)
  expect(await countJobs()).toBe(4)
})

test('asks for no more jobs once it stops', async () => {
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  process.on('uncaughtException', onError)
  onTestFinished(() => void process.off('uncaughtException', onError))
  for (let round = 0; round < 5; round += 1) {
    const worked = Promise.withResolvers<void>()
    const jobs = startJobs(settings({ work: () => worked.resolve() }))
    await add('one queue')
    await worked.promise
    await delay(4 * round)
    await jobs.stop()
  }
  // Longer than the first delays before a worker asks again.
  await delay(50)
  expect(errors).toEqual([])
})

test('can be stopped right after the start', async () => {
  await startJobs(settings({ work: () => {} })).stop()
})

test('unlocks a job that does not end, for the next worker', { tags: ['slow'] }, async () => {
  const started = Promise.withResolvers<void>()
  const jobs = startJobs(
    settings({
      work: () => {
        started.resolve()
        return new Promise<void>(() => {})
      },
    }),
  )
  await add()
  await started.promise
  await jobs.stop()
  const { rows } = await sql`select locked_by from graphile_worker.jobs`.execute(database.kysely)
  expect(rows).toEqual([{ locked_by: null }])
})
