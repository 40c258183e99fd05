/** Work that makes later queries faster, such as sorting a segment. No request of a large site should wait for all of it. */

const maxShare = 0.1

/** Runs work of one kind, which takes at most a tenth of the time. Returns null without running it if there was some just before. */
export type SpareTime = <Result>(work: () => Result) => Result | null

/** Each kind of work has its own, so that one does not wait for all of another. */
export function createSpareTime(): SpareTime {
  let busyUntil = 0
  return (work) => {
    const started = performance.now()
    if (started < busyUntil) return null
    const result = work()
    busyUntil = started + (performance.now() - started) / maxShare
    return result
  }
}
