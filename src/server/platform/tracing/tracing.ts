/** What is traced, in the server's own terms. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { QueryObserver } from '../database/observe-queries.ts'
import type { Dispatch } from '../http/dispatch.ts'
import type { Tasks } from '../jobs/runner.ts'

export type Tracing = {
  /** Starts a span for every request, as part of the caller's trace if there is one. */
  traceRequests: (app: FastifyInstance) => void
  /** Starts a span for every query, under that of what sends it. */
  observeQuery: QueryObserver
  /** Restores the span of a query that has waited for a connection. */
  keepContext: (pool: pg.Pool) => void
  /** Runs the work within a span of this name. */
  span: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>
  /** Sends what is left, for a few seconds at most. */
  stop: () => Promise<void>
}

/** Returns the dispatch, with a span for every call: a page makes several. */
export function traceCalls(dispatch: Dispatch, tracing: Tracing | null): Dispatch {
  if (!tracing) return dispatch
  return (name, input, context) => tracing.span(`call ${name}`, () => dispatch(name, input, context))
}

/** Returns the tasks of the job runner, with a trace for every job. */
export function traceTasks(tasks: Tasks, tracing: Tracing | null): Tasks {
  if (!tracing) return tasks
  const traced = Object.entries(tasks).map(([name, run]): [string, Tasks[string]] => [
    name,
    (payload, helpers) => tracing.span(`job ${name}`, async () => run?.(payload, helpers)),
  ])
  return Object.fromEntries(traced)
}
