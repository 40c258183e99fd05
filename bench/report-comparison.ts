/** The result of `npm run bench:compare`: a table of both versions and what the second is compared with the first. */
import { printCells } from './load-test.ts'

export type Turn = { rate: number; p50: number; p95: number; p99: number; failures: number }
/** The turns of the first version, and of the second. */
export type Compared = { name: string; turns: [Turn[], Turn[]] }

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Returns the means of the turns, and the sum of the failures. */
const summarize = (turns: Turn[]): Turn => ({
  rate: mean(turns.map(({ rate }) => rate)),
  p50: mean(turns.map(({ p50 }) => p50)),
  p95: mean(turns.map(({ p95 }) => p95)),
  p99: mean(turns.map(({ p99 }) => p99)),
  failures: turns.reduce((sum, { failures }) => sum + failures, 0),
})

export function printComparison(classes: Compared[], log: (line: string) => void) {
  const header = ['', 'req/s', 'req/s', 'ratio', 'p50', 'p50', 'p95', 'p95', 'p99', 'p99', 'failed', 'failed']
  const cells = classes.map(({ name, turns }) => {
    const [first, second] = [summarize(turns[0]), summarize(turns[1])]
    const ms = (time: number) => time.toFixed(time < 10 ? 1 : 0)
    return [
      name,
      ...[first.rate, second.rate].map((rate) => rate.toFixed(0)),
      (second.rate / first.rate).toFixed(2),
      ...[first.p50, second.p50, first.p95, second.p95, first.p99, second.p99].map(ms),
      ...[first.failures, second.failures].map(String),
    ]
  })
  printCells(header, cells, log)
}
