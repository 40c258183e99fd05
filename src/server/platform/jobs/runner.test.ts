import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from '../../../../test/support/app.ts'
import { openCuttableLink } from '../../../../test/support/cuttable-link.ts'
import { waitFor } from '../../../../test/support/letters.ts'
import { silentLog } from '../../../../test/support/silent-log.ts'
import type { Database } from '../database/database.ts'
import { runDueJobs, startJobs, type Tasks } from './runner.ts'

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
const waiting = async () =>
  Number(
    (await sql<{ count: number }>`select count(*) from graphile_worker.jobs`.execute(database.kysely)).rows[0]
      ?.count,
  )
const allDone = () => waitFor('the end of all jobs', async () => ((await waiting()) === 0 ? true : undefined))

/** A job that a worker of this name has taken, so long ago. */
async function lock(worker: string, ago: string) {
  await add('queue')
  for (const table of ['_private_jobs', '_private_job_queues'])
    await sql`update ${sql.id('graphile_worker', table)} set locked_by = ${worker}, locked_at = now() - ${ago}::interval`.execute(
      database.kysely,
    )
}

test('jobs are run as soon as they are added', async () => {
  const work = vi.fn()
  start({ work })
  await add()
  await allDone()
  await add()
  await allDone()
  expect(work).toHaveBeenCalledTimes(2)
})

test('jobs can be run without a server, all that are due', async () => {
  const work = vi.fn()
  for (let count = 0; count < 5; count += 1) await add('one queue')
  await sql`select graphile_worker.add_job('work', run_at => now() + interval '1 hour')`.execute(
    database.kysely,
  )
  await runDueJobs(settings({ work }))
  expect(work).toHaveBeenCalledTimes(5)
  expect(await waiting()).toBe(1)
})

test('the job of a worker that died is taken over at the start', async () => {
  await lock('pool-of-the-dead', '11 seconds')
  const started = Date.now()
  start({ work: () => {} })
  await allDone()
  expect(Date.now() - started).toBeLessThan(10_000)
})

test('the job of a worker that lives, or has only just taken it, is left to that one', async () => {
  const living = await database.pool.connect()
  onTestFinished(() => living.release(true))
  await living.query(`set application_name = 'pool-of-the-living'`)
  await lock('pool-of-the-living', '1 hour')
  await lock('pool-of-the-newborn', '1 second')
  await sql`update graphile_worker._private_jobs set locked_by = 'pool-of-the-living'
    where id = (select min(id) from graphile_worker._private_jobs)`.execute(database.kysely)
  const work = vi.fn()
  const jobs = start({ work, other: () => {} })
  await sql`select graphile_worker.add_job('other')`.execute(database.kysely)
  await waitFor('the other job', async () => ((await waiting()) === 2 ? true : undefined))
  await jobs.stop()
  expect(work).not.toHaveBeenCalled()
})

test('a database that goes away, in the middle of a job too, and comes back finds its jobs run again', async () => {
  const { hostname, port } = new URL(address)
  const link = await openCuttableLink({ host: hostname, port: Number(port) })
  onTestFinished(() => link.cut())
  const way = new URL(address)
  way.host = `127.0.0.1:${link.port}`

  const taken = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const work = vi.fn(() => {
    taken.resolve()
    return goOn.promise
  })
  start({ work }, way.href)
  await add()
  await taken.promise
  await link.cut()
  goOn.resolve()
  // The end of the first cannot be noted: the queue gives itself up, and is started again.
  await delay(1500)
  await add()
  await link.mend()
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2), 10_000)
  // The first was done, yet nobody knows: it is run again once its lock is free.
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`.execute(
    database.kysely,
  )
  const next = start({ work })
  await allDone()
  await next.stop()
  expect(work).toHaveBeenCalledTimes(3)
})

test('to stop is to wait for what is under way, and to take nothing more', async () => {
  let ended = 0
  const taken = Promise.withResolvers<void>()
  const jobs = startJobs(
    settings({
      work: async () => {
        taken.resolve()
        await delay(300)
        ended += 1
      },
    }),
  )
  for (let count = 0; count < 5; count += 1) await add('one queue')
  await taken.promise
  await jobs.stop()
  expect(ended).toBe(1)
  expect(await waiting()).toBe(4)
})

test('jobs that were hardly started can be stopped', async () => {
  await startJobs(settings({ work: () => {} })).stop()
})

test('a job that does not end is given back for the next worker', async () => {
  const taken = Promise.withResolvers<void>()
  const jobs = startJobs(
    settings({
      work: () => {
        taken.resolve()
        return new Promise<void>(() => {})
      },
    }),
  )
  await add()
  await taken.promise
  await jobs.stop()
  const { rows } = await sql`select locked_by from graphile_worker.jobs`.execute(database.kysely)
  expect(rows).toEqual([{ locked_by: null }])
})
