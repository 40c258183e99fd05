/** Long work in short slices, between which the event loop runs searches. */
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
