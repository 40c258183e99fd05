/**
 * Returns memory to the system once a busy time is over. Under load, garbage is collected late, because each collection delays requests;
 * then the heap stays as large as it was, however little is in it.
 */
import { performance } from 'node:perf_hooks'

const intervalMs = 5_000
/** Up to this share of its time, a process has little to do. */
const maxUtilization = 0.05
/** Less than this is not worth a pause of 0.2 seconds, as long as it takes at 1,000,000 listings on a slow machine. */
const minGrowthBytes = 48 * 1024 * 1024

export type ProcessMemory = {
  /** Returns the share of the time since the last call in which the process was busy, from 0 to 1. */
  utilization: () => number
  residentBytes: () => number
  /** Collects all garbage, and frees what is not used. */
  collect: () => void
}

/**
 * Returns a function for a timer. It collects garbage if the process has had little to do since the last call, and has grown since the
 * last collection.
 */
export function createMemoryReturn({ utilization, residentBytes, collect }: ProcessMemory): () => void {
  let leastBytes = 0
  return () => {
    const isIdle = utilization() <= maxUtilization
    const bytes = residentBytes()
    // The system takes some of the memory back only a moment after a collection.
    leastBytes = Math.min(leastBytes, bytes)
    if (!isIdle || bytes - leastBytes < minGrowthBytes) return
    collect()
    leastBytes = residentBytes()
  }
}

/** Returns memory now and then until stopped. Does nothing if Node was not started with `--expose-gc`. */
export function returnMemoryWhenIdle(): () => void {
  const { gc } = globalThis
  if (!gc) return () => {}
  let last = performance.eventLoopUtilization()
  const returnMemory = createMemoryReturn({
    utilization() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    residentBytes: process.memoryUsage.rss,
    collect: () => gc({ type: 'major', flavor: 'last-resort' }),
  })
  const timer = setInterval(returnMemory, intervalMs).unref()
  return () => clearInterval(timer)
}
