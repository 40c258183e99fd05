/** The server with what happens to each request before its route: the order of the hooks is that of these calls. */
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Config } from '../../config/environment.ts'
import type { Database } from '../database/database.ts'
import type { ReadDatabase } from '../database/replica.ts'
import { createWriteGuard } from '../database/write-guard.ts'
import { followReaderLanguage } from '../language/request-language.ts'
import type { Logger } from '../log.ts'
import { countQueries, observeQueries } from '../metrics/database-metrics.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type Budgets, createBudgets } from '../rate-limit/budgets.ts'
import { createPostgresStore } from '../rate-limit/postgres-store.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { addBodyTimeout, defaultBodyTimeoutMs } from './body-timeout.ts'
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
  settings: CurrentSettings
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
  const { app, connections } = createServer(config, metrics, options.settings)
  tracing?.traceRequests(app)
  followReaderLanguage(app)
  handleErrors(app)
  addBodyTimeout(app, bodyTimeoutMs)
  const budgets = await openBudgets(config, database, app.log)
  limitRequests(app, budgets, metrics)
  rejectCrossOrigin(app, config)
  if (reads) routeReadsByRequest(app, reads.runRequest, config.publicUrl)
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

/** Returns budgets that all processes of the site share: through Redis if it is configured, otherwise the database. */
async function openBudgets(
  { rateLimit, redisUrl }: Config,
  database: Database,
  log: Logger,
): Promise<Budgets> {
  if (!redisUrl) return createBudgets({ store: createPostgresStore(database), factor: rateLimit, log })
  // The client is a fifth of all files that a server would load, and most sites have no Redis.
  const { createRedisStore } = await import('../rate-limit/redis-store.ts')
  return createBudgets({ store: createRedisStore(redisUrl, log), factor: rateLimit, log })
}

/** Smaller replies fit into one packet anyway. */
const minBytes = 1024

/**
 * Larger replies are compressed by a stream in another thread. For smaller ones, also for maps of 400 kB, that costs more than it
 * saves: with a stream, 38 kB of each search remained in memory until the next full garbage collection, and 6 without one.
 */
const maxSyncBytes = 1024 * 1024

/** The usual 4 makes JSON 9 to 11 % smaller, but takes almost three times as long: 2.0 instead of 0.7 ms for a map. */
const brotliQuality = 1

/** Compresses replies that are not compressed yet. Pages compress themselves, once for all visitors. */
async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: minBytes,
    syncThreshold: maxSyncBytes,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
    encodings: ['br', 'gzip'],
  })
}
