/** What is traced, in the server's own terms. */
import type { Config } from '../../config/environment.ts'
import type { Dispatch } from '../http/dispatch.ts'
import type { Tasks } from '../jobs/runner.ts'
import type { Logger } from '../log.ts'
import type { createTracing } from './opentelemetry.ts'

export type Tracing = ReturnType<typeof createTracing>

/** Returns null unless the settings ask for traces. Nothing of OpenTelemetry is loaded then. */
export async function startTracing(
  { tracing }: Pick<Config, 'tracing'>,
  log: Logger,
): Promise<Tracing | null> {
  if (!tracing) return null
  const { createTracing } = await import('./opentelemetry.ts')
  return createTracing(log)
}

/** Returns the dispatch, with a span for every call: a page makes several. */
export function traceCalls(dispatch: Dispatch, tracing: Tracing | null): Dispatch {
  if (!tracing) return dispatch
  return (name, input, context) => tracing.runInSpan(`call ${name}`, () => dispatch(name, input, context))
}

/** Returns the tasks of the job runner, with a trace for every job. */
export function traceTasks(tasks: Tasks, tracing: Tracing | null): Tasks {
  if (!tracing) return tasks
  const traced = Object.entries(tasks).map(([name, run]): [string, Tasks[string]] => [
    name,
    (payload, helpers) => tracing.runInSpan(`job ${name}`, async () => run(payload, helpers)),
  ])
  return Object.fromEntries(traced)
}
