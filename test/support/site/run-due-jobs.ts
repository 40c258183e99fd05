import { runOnce } from 'graphile-worker'
import pg from 'pg'
import { runnerOptions, type Tasks } from '../../../src/server/platform/jobs/runner.ts'
import type { Logger } from '../../../src/server/platform/log.ts'

type Options = { connectionString: string; tasks: Tasks; log: Logger }

/** Runs all due jobs, and those that become due meanwhile, one at a time. */
export async function runDueJobs({ connectionString, tasks, log }: Options): Promise<void> {
  const pool = new pg.Pool({ connectionString })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const isDue = async () => {
    const { rows } = await pool.query(
      'select from graphile_worker.jobs where run_at <= now() and locked_at is null and attempts < max_attempts limit 1',
    )
    return rows.length > 0
  }
  try {
    while (await isDue()) await runOnce({ ...runnerOptions(pool, log), concurrency: 1, taskList: tasks })
  } finally {
    await pool.end()
  }
}
