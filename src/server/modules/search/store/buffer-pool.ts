/**
 * Buffers that are used again. The postings that searches read and soon replace by others would fill the heap with megabytes a second,
 * and each collection of the whole heap delays the searches in progress.
 */

export type BufferPool = {
  /** Returns a buffer of at least so many bytes, with any content. */
  take: (bytes: number) => ArrayBuffer
  /** Takes a buffer back that only uses in progress can still have. */
  retire: (buffer: ArrayBuffer) => void
  /** Runs something that uses buffers. Those that are retired meanwhile are not taken again before it ends. */
  use: <Result>(run: () => Promise<Result>) => Promise<Result>
}

/** Smaller buffers are not used again. */
const minBytes = 1_024

/** Keeps up to so many bytes that nobody uses. */
export function createBufferPool(maxFreeBytes: number): BufferPool {
  const free = new Map<number, ArrayBuffer[]>()
  let freeBytes = 0
  /** The number of the last use. Buffers are retired with it: only uses up to this one can have them. */
  let last = 0
  const inProgress = new Set<number>()
  let leaving: ArrayBuffer[] = []
  const retired: { buffer: ArrayBuffer; lastUse: number }[] = []

  function reclaim() {
    const [oldest = Number.POSITIVE_INFINITY] = inProgress
    const end = retired.findIndex(({ lastUse }) => lastUse >= oldest)
    for (const { buffer } of retired.splice(0, end === -1 ? retired.length : end)) {
      if (freeBytes + buffer.byteLength > maxFreeBytes) continue
      freeBytes += buffer.byteLength
      const equal = free.get(buffer.byteLength)
      if (equal) equal.push(buffer)
      else free.set(buffer.byteLength, [buffer])
    }
  }

  /** What is being loaded when a buffer leaves the cache can still hand it to a use that begins in the same turn. */
  function retireLeaving() {
    for (const buffer of leaving) retired.push({ buffer, lastUse: last })
    leaving = []
    reclaim()
  }

  return {
    take(bytes) {
      if (bytes < minBytes) return new ArrayBuffer(bytes)
      const size = sizeOf(bytes)
      const buffer = free.get(size)?.pop()
      if (!buffer) return new ArrayBuffer(size)
      freeBytes -= size
      return buffer
    },
    retire(buffer) {
      if (buffer.byteLength < minBytes) return
      if (leaving.length === 0) setImmediate(retireLeaving)
      leaving.push(buffer)
    },
    async use(run) {
      const number = ++last
      inProgress.add(number)
      try {
        return await run()
      } finally {
        inProgress.delete(number)
        reclaim()
      }
    },
  }
}

/** Returns one of four sizes between two powers of two, so that buffers of similar postings fit. */
function sizeOf(bytes: number): number {
  const step = 2 ** (Math.floor(Math.log2(bytes)) - 2)
  return Math.ceil(bytes / step) * step
}
