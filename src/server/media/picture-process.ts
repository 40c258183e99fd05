/**
 * The process that decodes pictures, one at a time: apart from the server's event loop and memory, and with less of a
 * right to the machine. Started by processing.ts, and ends with it.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Made } from './make-variants.ts'
import type { Refusal } from './refusals.ts'

export type Order = { source: string; folder: string }
export type Outcome =
  | { made: Made }
  | { refused: Refusal; reason: string }
  | { failed: string; code?: string }

/** Lists are answered first. Threads take it over from the one that starts them, so it comes before any work. */
const priority = 10
const checkMs = 50
const shortOfMemory = '/proc/self/oom_score_adj'

setPriority(priority)
// Should the machine be short of memory, this goes, and not the server or the database.
if (existsSync(shortOfMemory)) writeFileSync(shortOfMemory, '1000')

const { makeVariants, PictureRefusedError, prepareSharp } = await import('./make-variants.ts')
prepareSharp()

const [mostMemory = 0, mostWorkMs = 0] = process.argv.slice(2).map(Number)
let before = process.cpuUsage()

// The decoder works on other threads, so that this one can watch it.
setInterval(() => {
  const { user, system } = process.cpuUsage(before)
  if (process.memoryUsage.rss() > mostMemory || (user + system) / 1000 > mostWorkMs) end()
}, checkMs)

process.on('message', async (order: Order) => {
  before = process.cpuUsage()
  const outcome = await work(order)
  before = process.cpuUsage()
  process.send?.(outcome)
})
process.on('disconnect', end)

async function work({ source, folder }: Order): Promise<Outcome> {
  try {
    return { made: await makeVariants(source, folder) }
  } catch (error) {
    if (error instanceof PictureRefusedError) return { refused: error.why, reason: String(error.cause) }
    const { message, code } = error as NodeJS.ErrnoException
    return { failed: message, ...(code && { code }) }
  }
}

/** At once: leaving in good order would wait for the decoder. */
function end() {
  process.kill(process.pid, 'SIGKILL')
}
