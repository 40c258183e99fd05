/**
 * A worker asks for its next job before the queue of its last one is free again, and finds none. It would wait for the next poll, so
 * a queue would run about two jobs a second. This makes it ask again soon.
 */
import type { Worker, WorkerEvents } from 'graphile-worker'

const firstDelayMs = 5
const maxDelayMs = 500

export function askAgainAfterQueuedJobs(events: WorkerEvents): void {
  /** How long each worker waits before it asks again. */
  const delays = new WeakMap<Worker, number>()
  /** These ask for no more jobs. A request of theirs can still be answered. */
  const released = new WeakSet<Worker>()
  events.on('worker:release', ({ worker }) => void released.add(worker))
  events.on('job:complete', ({ worker, job }) => {
    if (job.job_queue_id !== null) delays.set(worker, firstDelayMs)
  })
  events.on('worker:getJob:empty', ({ worker }) => {
    const delay = delays.get(worker)
    if (delay === undefined) return
    if (delay < maxDelayMs) delays.set(worker, 2 * delay)
    else delays.delete(worker)
    setTimeout(() => {
      if (!released.has(worker)) worker.nudge()
    }, delay).unref()
  })
}
