import { Logger as QueueLogger } from 'graphile-worker'
import type { Logger } from '../log.ts'

/** The queue's own log in ours. What went well is left out: each task says that in its own words. */
export const queueLog = (log: Logger) =>
  new QueueLogger((scope) => (level, message) => {
    const job = {
      ...(scope.taskIdentifier && { task: scope.taskIdentifier }),
      ...(scope.jobId && { job: scope.jobId }),
    }
    if (level === 'error') log.error(job, message)
    if (level === 'warning') log.warn(job, message)
  })
