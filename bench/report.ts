/** The result of `npm run bench`: a table, a JSON file, and a comparison with the file of another run. */
import { readFile, writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { type Measurement, printCells } from './load-test.ts'
import type { SavedSearchReport } from './saved-searches.ts'
import type { WriterReport } from './writers.ts'

const MeasurementSchema = z.object({
  name: z.string(),
  rate: z.number(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  p999: z.number(),
  failures: z.number(),
})
const RunSchema = z.object({
  conditions: z.record(z.string(), z.unknown()),
  classes: z.array(MeasurementSchema),
})
type EarlierRun = z.infer<typeof RunSchema>

export type Run = {
  conditions: {
    listings: number
    connections: number
    seconds: number
    processors: number
    node: string
    commit: string
    writes: boolean
    date: string
  }
  classes: Measurement[]
  writes: WriterReport | null
  memoryMegabytes: { before: number; after: number }
  databaseMegabytes: Record<string, number>
  savedSearches?: SavedSearchReport | null
}

export const writeRun = (file: string, run: Run) => writeFile(file, `${JSON.stringify(run, null, 2)}\n`)

/** Throws if the file is not the result of a benchmark. */
export async function readRun(file: string): Promise<EarlierRun> {
  return RunSchema.parse(JSON.parse(await readFile(file, 'utf8')))
}

const formatMs = (time: number) => time.toFixed(time < 10 ? 1 : 0)
const formatShare = (share: number | undefined) =>
  share === undefined ? '' : `${(100 * share).toFixed(0)} %`

export function printClasses(rows: Measurement[], earlier: EarlierRun | null, log: (line: string) => void) {
  const earlierByName = new Map(earlier?.classes.map((row) => [row.name, row]))
  const header = [
    '',
    'req/s',
    'p50',
    'p95',
    'p99',
    'p99.9',
    'Node',
    'PostgreSQL',
    'cached',
    '% of bare',
    'failed',
  ]
  const cells = rows.map((row) => {
    const before = earlierByName.get(row.name)
    return [
      row.name,
      String(row.rate),
      ...[row.p50, row.p95, row.p99, row.p999].map(formatMs),
      formatShare(row.nodeProcessors),
      formatShare(row.postgresProcessors),
      formatShare(row.cached),
      formatShare(row.bareRate && row.rate / row.bareRate),
      String(row.failures),
      ...(earlier
        ? [before ? changeOf(before.rate, row.rate) : 'new', before ? changeOf(before.p99, row.p99) : '']
        : []),
    ]
  })
  printCells([...header, ...(earlier ? ['req/s vs.', 'p99 vs.'] : [])], cells, log)
}

/** Returns the change in percent, such as `+12 %`. */
export function changeOf(before: number, after: number): string {
  if (before === 0) return after === 0 ? '0 %' : 'new'
  const percent = Math.round((100 * (after - before)) / before)
  return `${percent > 0 ? '+' : ''}${percent} %`
}

export function printWrites(writes: WriterReport, log: (line: string) => void) {
  const cells = Object.entries(writes).map(([action, { count, failures, p50, p99 }]) => [
    action,
    ...[count, failures].map(String),
    ...[p50, p99].map(formatMs),
  ])
  printCells(['Writes', 'number', 'failed', 'p50', 'p99'], cells, log)
}
