/** How much memory the server's Node may use, from what this machine or container has, and how readily it takes it. */
import { totalmem } from 'node:os'

const mebibyte = 1024 * 1024
const minHeap = 256
const maxHeap = 4096
/** From this many megabytes per process on, short response times matter more than memory. */
const plenty = 1024

/**
 * Returns Node's flags for each of several processes. Their heaps together may grow to half of the memory, but only as far
 * as live data requires.
 */
export function memoryFlags(processes: number, memoryBytes = availableMemory()): string[] {
  const share = Math.floor(memoryBytes / mebibyte / 2 / processes)
  const isPlenty = share >= plenty
  return [
    `--max-old-space-size=${Math.min(maxHeap, Math.max(minHeap, share))}`,
    '--initial-old-space-size=64',
    // How much the heap grows before all of it is collected, in relation to its live data. Each collection delays the requests in
    // progress: at 1,000,000 listings, 40 % saves about 170 MB, but the p99 of searches is half as long again as with 100 %.
    `--heap-growing-percent=${isPlenty ? 100 : 40}`,
    // V8 also collects the whole heap whenever 64 MB of buffers were allocated. With much memory, buffers may grow as the heap does: at
    // 1,000,000 listings, searches cause a collection every 28 seconds instead of every 11, for up to 100 MB more.
    ...(isPlenty ? ['--external-memory-accounted-in-global-limit'] : []),
    // With little room for new objects, those of requests in progress move to the old heap before they are garbage, and it fills
    // with them. 32 MB take up to 70 MB more than 8, but a month of events takes 44 to 49 ms (p99) instead of 62 to 83.
    `--max-semi-space-size=${isPlenty ? 32 : 8}`,
    // For `returnMemoryWhenIdle`.
    '--expose-gc',
  ]
}

/**
 * Settings of glibc's malloc; other C libraries ignore them. One arena for all threads instead of one per thread saves about
 * 25 MB. Large buffers return to the system when they are freed: by default, glibc stops doing that after the first ones, and
 * those that read the search index at the start remain as holes in its heap, 50 to 60 MB at 1,000,000 listings.
 */
export const memoryEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '4194304',
}

/** Returns the limit of the container if there is one, otherwise the machine's memory. */
function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
