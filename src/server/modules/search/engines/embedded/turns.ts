/** Long work in short turns of the event loop, so that searches run in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'

const maxTurnMs = 8

/** Runs work that yields every few microseconds up to a millisecond. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - began < maxTurnMs) continue
    await nextTurn()
    began = performance.now()
  }
}
