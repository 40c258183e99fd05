/**
 * Every metric except those of Node (process-metrics.ts). Labels have few values: route patterns and names from the code,
 * never URLs, ids, or anything that a user entered.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../version.ts'

/** From a cached list to the statement timeout and beyond, in seconds. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const queryBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300]
const pictureBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const siteRegistry = new Registry()
  const registers = [registry]
  const collectors: (() => void)[] = []
  const metrics = {
    /** What this process does. */
    registry,
    /** What every process of the site would report alike. */
    siteRegistry,
    /** Calls this before the metrics are read, so that it can take over what was counted elsewhere. */
    onScrape: (collect: () => void) => void collectors.push(collect),
    ...httpMetrics(registers, () => {
      for (const collect of collectors) collect()
    }),
    ...databaseMetrics(registers),
    ...workMetrics(registers),
    ...usageMetrics(registers),
    ...siteMetrics([siteRegistry]),
  }
  metrics.buildInfo.set({ version, node: process.versions.node }, 1)
  return metrics
}

/** The first metric is read first, so it calls the collectors. */
const httpMetrics = (registers: Registry[], collect: () => void) => ({
  requests: new Counter({
    name: 'corkboard_http_requests_total',
    help: 'Requests by method, route pattern, and status; "aborted" if the client disconnected first.',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect,
  }),
  requestDuration: new Histogram({
    name: 'corkboard_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers,
  }),
  requestsInProgress: new Gauge({
    name: 'corkboard_http_requests_in_progress',
    help: 'Requests whose response is not complete.',
    registers,
  }),
  responseBytes: new Counter({
    name: 'corkboard_http_response_bytes_total',
    help: 'Bytes sent in responses, with headers, after compression.',
    registers,
  }),
  requestsShed: new Counter({
    name: 'corkboard_http_requests_shed_total',
    help: 'Requests rejected with 503 because the process was overloaded.',
    registers,
  }),
  rateLimited: new Counter({
    name: 'corkboard_rate_limited_total',
    help: 'Requests and attempts rejected by a rate limit, by the name of the limit.',
    labelNames: ['policy'],
    registers,
  }),
})

const databaseMetrics = (registers: Registry[]) => ({
  poolConnections: new Gauge({
    name: 'corkboard_database_pool_connections',
    help: 'Open connections to the database, by state.',
    labelNames: ['state'],
    registers,
  }),
  poolMax: new Gauge({
    name: 'corkboard_database_pool_connections_max',
    help: 'The most connections that the pool opens.',
    registers,
  }),
  poolWaiting: new Gauge({
    name: 'corkboard_database_pool_waiting',
    help: 'Queries and transactions that wait for a connection.',
    registers,
  }),
  queryDuration: new Histogram({
    name: 'corkboard_database_query_duration_seconds',
    help: 'Time from sending a query to its result, by kind of statement.',
    labelNames: ['operation'],
    buckets: queryBuckets,
    registers,
  }),
  queryErrors: new Counter({
    name: 'corkboard_database_query_errors_total',
    help: 'Failed queries by class of SQLSTATE; "connection" without one.',
    labelNames: ['class'],
    registers,
  }),
})

const workMetrics = (registers: Registry[]) => ({
  jobDuration: new Histogram({
    name: 'corkboard_job_duration_seconds',
    help: 'Duration of background jobs by task and outcome.',
    labelNames: ['task', 'outcome'],
    buckets: jobBuckets,
    registers,
  }),
  emails: new Counter({
    name: 'corkboard_emails_total',
    help: 'Attempts to send an email, by outcome: sent, retried later, or given up (failed).',
    labelNames: ['outcome'],
    registers,
  }),
  pictureDuration: new Histogram({
    name: 'corkboard_picture_processing_duration_seconds',
    help: 'Time from receiving an upload to its variants, with the wait for the worker process.',
    labelNames: ['purpose', 'outcome'],
    buckets: pictureBuckets,
    registers,
  }),
})

const usageMetrics = (registers: Registry[]) => ({
  cacheRequests: new Counter({
    name: 'corkboard_cache_requests_total',
    help: 'Look-ups in a cache by result.',
    labelNames: ['cache', 'result'],
    registers,
  }),
  cacheEntries: new Gauge({
    name: 'corkboard_cache_entries',
    help: 'Entries of a cache.',
    labelNames: ['cache'],
    registers,
  }),
  cacheBytes: new Gauge({
    name: 'corkboard_cache_bytes',
    help: 'Memory that the entries of a cache take.',
    labelNames: ['cache'],
    registers,
  }),
  signIns: new Counter({
    name: 'corkboard_sign_ins_total',
    help: 'Attempts to sign in, by method and outcome.',
    labelNames: ['method', 'outcome'],
    registers,
  }),
})

const siteMetrics = (registers: Registry[]) => ({
  databaseUp: new Gauge({
    name: 'corkboard_database_up',
    help: 'Whether the database responded to the query of the latest scrape.',
    registers,
  }),
  databaseSize: new Gauge({
    name: 'corkboard_database_size_bytes',
    help: 'Size of the database on disk.',
    registers,
  }),
  queueItems: new Gauge({
    name: 'corkboard_queue_items',
    help: 'Items in a queue by state, counted up to 10,001.',
    labelNames: ['queue', 'state'],
    registers,
  }),
  queueOldestAge: new Gauge({
    name: 'corkboard_queue_oldest_age_seconds',
    help: 'How long the oldest item of a queue has been in this state; 0 if there is none.',
    labelNames: ['queue', 'state'],
    registers,
  }),
  lastBackup: new Gauge({
    name: 'corkboard_backup_last_success_timestamp_seconds',
    help: 'When the latest successful backup began; absent if there is none.',
    registers,
  }),
  diskFree: new Gauge({
    name: 'corkboard_disk_free_bytes',
    help: 'Free space of the file system of DATA_DIR.',
    registers,
  }),
  diskSize: new Gauge({
    name: 'corkboard_disk_size_bytes',
    help: 'Size of the file system of DATA_DIR.',
    registers,
  }),
  buildInfo: new Gauge({
    name: 'corkboard_build_info',
    help: 'Always 1; the labels say what is running.',
    labelNames: ['version', 'node'],
    registers,
  }),
})
