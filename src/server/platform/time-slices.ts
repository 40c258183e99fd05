/** Long work in short slices, between which the event loop does everything else. */
import { setImmediate as nextIteration } from 'node:timers/promises'

const maxSliceMs = 8

/** Runs work that yields every few microseconds up to a millisecond. */
export async function runInSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - began < maxSliceMs) continue
    await nextIteration()
    began = performance.now()
  }
}

/** Runs work at once, for a caller that cannot wait. */
export function finish<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
