/** What a module says about its background jobs, and what graphile-worker needs of it. */
import { type ParsedCronItem, parseCrontab, type Task } from 'graphile-worker'
import { sql } from 'kysely'
import { maxCountedItems, type QueueQuery } from '../metrics/collect-gauges.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Tasks } from './runner.ts'

type Job = {
  run: Task
  /**
   * Minute, hour, day, month, and day of the week, in UTC; a function returns those of the moment, or `off`. Without a schedule, the job
   * runs when something queues it.
   */
  schedule?: string | (() => string)
  /** A run that is due takes the place of one that still waits. */
  unique?: true
  /** A run waits for another one of the same queue to end. */
  queue?: string
  /** Runs that no server was there for are made up for if they were due within this time, such as `1d`. */
  backfill?: string
  maxAttempts?: number
}

/** The keys are the names under which jobs are queued. */
export type Jobs = Record<string, Job>

/** Returns the schedules as graphile-worker reads them. */
export const cronItemsOf = (jobs: Jobs): ParsedCronItem[] =>
  Object.entries(jobs).flatMap(([name, { schedule, unique, queue, backfill, maxAttempts }]) => {
    if (!schedule) return []
    const options = { fill: backfill, max: maxAttempts, jobKey: unique && name, queue }
    const given = Object.entries(options).filter(([, value]) => value !== undefined)
    const query = given.map(([option, value]) => `${option}=${value}`).join('&')
    const itemsAt = (time: string) => parseCrontab([time, name, query && `?${query}`].join(' ').trim())
    if (typeof schedule === 'string') return itemsAt(schedule)
    const match: ParsedCronItem['match'] = (minute) =>
      schedule() !== 'off' && itemsAt(schedule()).some((item) => item.match(minute))
    return itemsAt('* * * * *').map((item) => Object.assign(item, { match }))
  })

/** Returns the tasks of the job runner, each measured by name and outcome. */
export function measuredTasks(jobs: Jobs, { jobDuration }: Metrics): Tasks {
  const measured = Object.entries(jobs).map(([task, { run }]) => {
    const measuredRun: Task = async (payload, helpers) => {
      const end = jobDuration.startTimer({ task })
      try {
        await run(payload, helpers)
      } catch (error) {
        end({ outcome: 'failed' })
        throw error
      }
      end({ outcome: 'done' })
    }
    return [task, measuredRun]
  })
  return Object.fromEntries(measured)
}

/** Jobs that are due, that run, and that failed in their last attempt. A retry counts as waiting from the time it is due. */
export const jobQueue: QueueQuery = sql`
  select 'jobs' as queue, state, items, oldest from (
    select
      count(*) filter (where state = 'waiting') as waiting, max(age) filter (where state = 'waiting') as waiting_age,
      count(*) filter (where state = 'running') as running, max(age) filter (where state = 'running') as running_age,
      count(*) filter (where state = 'failed') as failed, max(age) filter (where state = 'failed') as failed_age
    from (
      select case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
          when run_at <= now() then 'waiting' end as state,
        extract(epoch from now() - coalesce(locked_at, run_at))::float as age
      from graphile_worker.jobs limit ${maxCountedItems}
    ) job
  ) counted, lateral (values
    ('waiting', waiting, waiting_age), ('running', running, running_age), ('failed', failed, failed_age)
  ) states (state, items, oldest)`
