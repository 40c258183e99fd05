import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Measurement, percentile } from './load-test.ts'
import { changeOf, printClasses, type Run, readRun, writeRun } from './report.ts'

const measurement: Measurement = {
  name: 'search, one word',
  rate: 500,
  bytes: 2000,
  failures: 0,
  bareRate: 10_000,
  p50: 4.26,
  p95: 9,
  p99: 20.4,
  p999: 31,
  nodeProcessors: 0.9,
  postgresProcessors: 0.5,
}
const run: Run = {
  conditions: {
    listings: 1000,
    connections: 16,
    seconds: 4,
    processors: 2,
    node: 'v24',
    commit: 'abc',
    writes: true,
    date: '2026-11-20',
  },
  classes: [measurement],
  writes: null,
  memoryMegabytes: { before: 100, after: 120 },
  databaseMegabytes: {},
}
const tableOf = (rows: Measurement[], earlier: Parameters<typeof printClasses>[1]) => {
  const lines: string[] = []
  printClasses(rows, earlier, (line) => lines.push(line))
  return lines
}

test('percentiles are values that were measured', () => {
  const values = Array.from({ length: 200 }, (_, n) => n + 1)
  expect([50, 95, 99, 99.9].map((percent) => percentile(values, percent))).toEqual([100, 190, 198, 200])
  expect(percentile([], 99)).toBe(0)
  expect(percentile([7], 50)).toBe(7)
})

test.each([
  [100, 150, '+50 %'],
  [100, 75, '-25 %'],
  [100, 100, '0 %'],
  [0, 5, 'new'],
])('from %d to %d is %s', (before, after, change) => expect(changeOf(before, after)).toBe(change))

test('a table has the shares of processors and of the bare server', () => {
  expect(tableOf([measurement], null)[1]).toMatch(
    /search, one word +500 +4\.3 +9\.0 +20 +31 +90 % +50 % +5 % +0$/,
  )
})

test('a run is compared with the file of another one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'run.json')
  await writeRun(file, run)
  const faster = { ...measurement, rate: 1000, p99: 10.2 }
  const [, compared, added] = tableOf([faster, { ...measurement, name: 'other' }], await readRun(file))
  expect(compared).toMatch(/\+100 % +-50 %$/)
  expect(added).toMatch(/new/)
})

test('a file that is not a run is rejected', async () => {
  await expect(readRun(new URL('../package.json', import.meta.url).pathname)).rejects.toThrow()
})
