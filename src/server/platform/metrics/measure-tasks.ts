import type { Task } from 'graphile-worker'
import type { Tasks } from '../jobs/runner.ts'
import type { Metrics } from './metrics.ts'

/** Returns the tasks of the job runner, each measured by name and outcome. */
export function measureTasks(tasks: Tasks, { jobDuration }: Metrics): Tasks {
  const measured = Object.entries(tasks).map(([task, run]) => {
    const measuredRun: Task = async (payload, helpers) => {
      const started = performance.now()
      const end = (outcome: 'done' | 'failed') =>
        jobDuration.observe({ task, outcome }, (performance.now() - started) / 1000)
      try {
        await run(payload, helpers)
      } catch (error) {
        end('failed')
        throw error
      }
      end('done')
    }
    return [task, measuredRun]
  })
  return Object.fromEntries(measured)
}
