/** What a module says about its background jobs, and what graphile-worker needs of it. */
import type { Task } from 'graphile-worker'
import type { Tasks } from './runner.ts'

type Job = {
  run: Task
  /** Minute, hour, day, month, and day of the week, in UTC. Without one, the job runs when something queues it. */
  schedule?: string
  /** A run that is due takes the place of one that still waits. */
  unique?: true
  /** Runs that no server was there for are made up for if they were due within this time, such as `1d`. */
  backfill?: string
  maxAttempts?: number
}

/** By the names under which they are queued. */
export type Jobs = Record<string, Job>

/** Returns the schedule in the format of graphile-worker. */
export const crontabOf = (jobs: Jobs): string =>
  Object.entries(jobs)
    .filter(([, { schedule }]) => schedule)
    .map(([name, { schedule, unique, backfill, maxAttempts }]) => {
      const options = { fill: backfill, max: maxAttempts, jobKey: unique && name }
      const given = Object.entries(options).filter(([, value]) => value !== undefined)
      const query = given.map(([option, value]) => `${option}=${value}`).join('&')
      return [schedule, name, query && `?${query}`].filter(Boolean).join(' ')
    })
    .join('\n')

export const tasksOf = (jobs: Jobs): Tasks =>
  Object.fromEntries(Object.entries(jobs).map(([name, { run }]) => [name, run]))
