/** The server with what happens to each request before its route: the order of the hooks is that of these calls. */
import type { Config } from '../../config/environment.ts'
import type { Database } from '../database/database.ts'
import type { ReadDatabase } from '../database/replica.ts'
import { createWriteGuard } from '../database/write-guard.ts'
import { countQueries, observeQueries } from '../metrics/database-metrics.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { openBudgets } from '../rate-limit/open-budgets.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { addBodyTimeout, defaultBodyTimeoutMs } from './body-timeout.ts'
import { compressReplies } from './compression.ts'
import type { Sessions } from './contract-routes.ts'
import { rejectCrossOrigin } from './csrf.ts'
import { handleErrors } from './errors.ts'
import { rejectWritesWithoutSpace } from './health.ts'
import { type LoadLimits, loadLimitsOf, shedLoad } from './load-shedding.ts'
import { routeReadsByRequest } from './read-routing.ts'
import { limitAccounts, limitRequests } from './request-limits.ts'
import { createServer } from './server.ts'

type PipelineOptions = {
  config: Config
  database: Database
  reads?: ReadDatabase | undefined
  /** The folder of the embedded PostgreSQL; null or missing for another server. */
  databaseFolder?: string | null
  metrics: Metrics
  tracing: Tracing | null
  /** How many processes of this machine serve requests. */
  processes: number
}

/** What tests replace: a shorter timeout, and other limits. */
export type PipelineOverrides = {
  bodyTimeoutMs?: number | undefined
  loadLimits?: LoadLimits | undefined
}

export async function openPipeline(options: PipelineOptions, overrides: PipelineOverrides) {
  const { config, database, reads, metrics, tracing, processes } = options
  const { bodyTimeoutMs = defaultBodyTimeoutMs, loadLimits = loadLimitsOf(processes) } = overrides
  const { app, connections } = createServer(config, metrics)
  tracing?.traceRequests(app)
  handleErrors(app)
  addBodyTimeout(app, bodyTimeoutMs)
  const budgets = await openBudgets(config, database, app.log)
  limitRequests(app, budgets, metrics)
  rejectCrossOrigin(app, config)
  if (reads) routeReadsByRequest(app, reads.routing, config.publicUrl)
  shedLoad(app, database.pool, metrics, loadLimits)
  await compressReplies(app)
  const writeGuard = createWriteGuard(database, options.databaseFolder ?? null)
  rejectWritesWithoutSpace(app, writeGuard)

  const observers = [countQueries(metrics), ...(tracing ? [tracing.observeQuery] : [])]
  for (const { pool } of [database, ...(reads ? [reads.replica] : [])]) {
    tracing?.keepContext(pool)
    observeQueries(app, pool, observers)
  }
  return {
    app,
    connections,
    writeGuard,
    /** Returns sessions that also charge each request to the viewer's account. */
    limitSessions: (sessions: Sessions) => limitAccounts(sessions, budgets, metrics),
  }
}
