/**
 * The inside of a process apart (process-apart.ts): answers orders, apart from the server's event loop and memory, and
 * with less of a right to the machine. Ends with its starter, and by itself when an order takes too much.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Failed } from './pool.ts'

/** Lists are answered first. Threads take it over from the one that starts them, so it comes before any work. */
const priority = 10
const checkMs = 50
const shortOfMemory = '/proc/self/oom_score_adj'

/** `load` fetches what the work needs, once this process has been told its place. */
export async function serveJobs<Order, Outcome>(load: () => Promise<(order: Order) => Promise<Outcome>>) {
  setPriority(priority)
  // Should the machine be short of memory, this goes, and not the server or the database.
  if (existsSync(shortOfMemory)) writeFileSync(shortOfMemory, '1000')
  const work = await load()

  const [mostMemory = 0, mostWorkMs = 0] = process.argv.slice(2).map(Number)
  let before = process.cpuUsage()
  // What is heavy works on other threads, so that this one can watch it.
  setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if (process.memoryUsage.rss() > mostMemory || (user + system) / 1000 > mostWorkMs) end()
  }, checkMs)

  process.on('message', async (order: Order) => {
    before = process.cpuUsage()
    const outcome = await work(order).catch(failed)
    before = process.cpuUsage()
    process.send?.(outcome)
  })
  process.on('disconnect', end)
}

function failed({ message, code }: NodeJS.ErrnoException): Failed {
  return { failed: message, ...(code && { code }) }
}

/** At once: leaving in good order would wait for what is under way. */
function end() {
  process.kill(process.pid, 'SIGKILL')
}
