/** Differences between this machine's clock and others, which break sessions, links in emails, and S3 requests. */
import { sql } from 'kysely'
import type { Database } from '../../server/platform/database/database.ts'
import { type Finding, type Findings, ok, problem, warning } from './check.ts'

const warningSeconds = 5
const problemSeconds = 60

/** Compares an instant that was received just now. */
export function compareClocks(name: string, theirs: Date, ours = new Date()): Finding {
  const seconds = Math.round(Math.abs(ours.getTime() - theirs.getTime()) / 1000)
  if (seconds < warningSeconds) return ok(`This clock agrees with that of ${name}.`)
  const message = `This clock and that of ${name} differ by ${seconds} seconds.`
  const fix = 'Turn on time synchronization on both machines: timedatectl set-ntp true'
  return seconds < problemSeconds ? warning(message, fix) : problem(message, fix)
}

export async function checkClock({ kysely }: Database): Promise<Findings> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(kysely)
  return rows.map(({ now }) => compareClocks('PostgreSQL', new Date(now)))
}
