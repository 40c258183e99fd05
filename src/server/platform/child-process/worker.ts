/** The child's side of pool.ts: runs jobs at a lower priority, and kills itself when a job exceeds a limit. */
import { existsSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { JobFailure } from './pool.ts'

/** Requests come first. Threads inherit the priority of the thread that starts them, so it is set before any work. */
const priority = 10
const checkMs = 50
const oomScoreFile = '/proc/self/oom_score_adj'

/** `load` imports what the jobs need, after the priority is set. */
export async function serveJobs<Job, Result>(load: () => Promise<(job: Job) => Promise<Result>>) {
  setPriority(priority)
  // When the machine runs out of memory, the kernel kills this process, not the server or the database.
  if (existsSync(oomScoreFile)) writeFileSync(oomScoreFile, '1000')
  const runJob = await load()

  const [maxMemoryBytes = 0, maxCpuMs = 0] = process.argv.slice(2).map(Number)
  let cpuBefore = process.cpuUsage()
  // Heavy work runs on other threads, so this one stays free to check the limits.
  setInterval(() => {
    const { user, system } = process.cpuUsage(cpuBefore)
    if (process.memoryUsage.rss() > maxMemoryBytes || (user + system) / 1000 > maxCpuMs) killSelf()
  }, checkMs)

  process.on('message', async (job: Job) => {
    cpuBefore = process.cpuUsage()
    const result = await runJob(job).catch(toFailure)
    cpuBefore = process.cpuUsage()
    process.send?.(result)
  })
  process.on('disconnect', killSelf)
}

function toFailure({ message, code }: NodeJS.ErrnoException): JobFailure {
  return { failed: message, ...(code && { code }) }
}

/** Exits at once: a normal exit would wait for the running job. */
function killSelf() {
  process.kill(process.pid, 'SIGKILL')
}
