import type { Task } from 'graphile-worker'
import type { Tasks } from '../jobs/runner.ts'
import type { Metrics } from './metrics.ts'

/** Returns the tasks of the job runner, each measured by name and outcome. */
export function measureTasks(tasks: Tasks, { jobDuration }: Metrics): Tasks {
  const measured = Object.entries(tasks).map(([task, run]) => {
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
