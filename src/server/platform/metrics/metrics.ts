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
  const collectors: (() => void)[] = []
  const { counter, gauge, histogram } = metricsIn(registry)
  const site = metricsIn(siteRegistry)
  const metrics = {
    /** What this process does. */
    registry,
    /** What every process of the site would report alike. */
    siteRegistry,
    /** Calls this before the metrics are read, so that it can take over what was counted elsewhere. */
    onScrape: (collect: () => void) => void collectors.push(collect),
    /** The first metric is read first, so it calls the collectors. */
    requests: new Counter({
      name: 'corkboard_http_requests_total',
      help: 'Requests by method, route pattern, and status; "aborted" if the client disconnected first.',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
      collect() {
        for (const collect of collectors) collect()
      },
    }),
    requestDuration: histogram(
      'corkboard_http_request_duration_seconds',
      'Time from the first byte of a request to the last byte of its response.',
      requestBuckets,
      ['method', 'route'],
    ),
    requestsInProgress: gauge(
      'corkboard_http_requests_in_progress',
      'Requests whose response is not complete.',
    ),
    responseBytes: counter(
      'corkboard_http_response_bytes_total',
      'Bytes sent in responses, with headers, after compression.',
    ),
    requestsShed: counter(
      'corkboard_http_requests_shed_total',
      'Requests rejected with 503 because the process was overloaded.',
    ),
    rateLimited: counter(
      'corkboard_rate_limited_total',
      'Requests and attempts rejected by a rate limit, by the name of the limit.',
      ['policy'],
    ),
    poolConnections: gauge(
      'corkboard_database_pool_connections',
      'Open connections to the database, by state.',
      ['state'],
    ),
    poolMax: gauge('corkboard_database_pool_connections_max', 'The most connections that the pool opens.'),
    poolWaiting: gauge(
      'corkboard_database_pool_waiting',
      'Queries and transactions that wait for a connection.',
    ),
    queryDuration: histogram(
      'corkboard_database_query_duration_seconds',
      'Time from sending a query to its result, by kind of statement.',
      queryBuckets,
      ['operation'],
    ),
    queryErrors: counter(
      'corkboard_database_query_errors_total',
      'Failed queries by class of SQLSTATE; "connection" without one.',
      ['class'],
    ),
    jobDuration: histogram(
      'corkboard_job_duration_seconds',
      'Duration of background jobs by task and outcome.',
      jobBuckets,
      ['task', 'outcome'],
    ),
    emails: counter(
      'corkboard_emails_total',
      'Attempts to send an email, by outcome: sent, retried later, or given up (failed).',
      ['outcome'],
    ),
    pictureDuration: histogram(
      'corkboard_picture_processing_duration_seconds',
      'Time from receiving an upload to its variants, with the wait for the worker process.',
      pictureBuckets,
      ['purpose', 'outcome'],
    ),
    cacheRequests: counter('corkboard_cache_requests_total', 'Look-ups in a cache by result.', [
      'cache',
      'result',
    ]),
    cacheEntries: gauge('corkboard_cache_entries', 'Entries of a cache.', ['cache']),
    cacheBytes: gauge('corkboard_cache_bytes', 'Memory that the entries of a cache take.', ['cache']),
    signIns: counter('corkboard_sign_ins_total', 'Attempts to sign in, by method and outcome.', [
      'method',
      'outcome',
    ]),
    databaseUp: site.gauge(
      'corkboard_database_up',
      'Whether the database responded to the query of the latest scrape.',
    ),
    databaseSize: site.gauge('corkboard_database_size_bytes', 'Size of the database on disk.'),
    queueItems: site.gauge('corkboard_queue_items', 'Items in a queue by state, counted up to 10,001.', [
      'queue',
      'state',
    ]),
    queueOldestAge: site.gauge(
      'corkboard_queue_oldest_age_seconds',
      'How long the oldest item of a queue has been in this state; 0 if there is none.',
      ['queue', 'state'],
    ),
    lastBackup: site.gauge(
      'corkboard_backup_last_success_timestamp_seconds',
      'When the latest successful backup began; absent if there is none.',
    ),
    diskFree: site.gauge('corkboard_disk_free_bytes', 'Free space of the file system of DATA_DIR.'),
    diskSize: site.gauge('corkboard_disk_size_bytes', 'Size of the file system of DATA_DIR.'),
    buildInfo: site.gauge('corkboard_build_info', 'Always 1; the labels say what is running.', [
      'version',
      'node',
    ]),
  }
  metrics.buildInfo.set({ version, node: process.versions.node }, 1)
  return metrics
}

/** Returns functions that create metrics in a registry. */
function metricsIn(registry: Registry) {
  const registers = [registry]
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    histogram: <Label extends string>(name: string, help: string, buckets: number[], labelNames: Label[]) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
  }
}
