/** Compares how long requests take. Measure the cases in turn, so that a busy machine slows all of them alike. */
import { expect } from 'vitest'

/** Returns the value below which this share of the values lie. */
function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}

/**
 * Asserts that the cases take equally long: that their lower quartiles differ by less than `marginMs`. Other work on the
 * machine only ever adds to a duration, so these are less noisy than the medians, which a failure also shows.
 */
export function expectSimilarTimes(times: Record<string, number[]>, marginMs: number) {
  const quartiles = Object.values(times).map((values) => quantile(values, 0.25))
  const report = Object.entries(times).map(
    ([name, values]) =>
      `${name}: lower quartile ${quantile(values, 0.25).toFixed(1)} ms, median ${quantile(values, 0.5).toFixed(1)} ms`,
  )
  expect(Math.max(...quartiles) - Math.min(...quartiles), report.join('; ')).toBeLessThan(marginMs)
}
