/** Load shedding: rejects requests with 503 before the process is overloaded, first those of visitors who only read. */

import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { readerLanguage } from '../../../shared/language.ts'
import { memoize } from '../../../shared/memoize.ts'
import { t } from '../../../shared/translate.ts'
import { limitLines } from '../logging/limit-lines.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { sendError } from './errors.ts'
import { isOwnRequest, isProbe } from './internal-requests.ts'
import { sessionCookie } from './session-cookie.ts'

const maxWaitingQueries = 200

/** Returns the limits of each of several processes, which have a CPU each but share the database. */
export const loadLimitsOf = (processes: number) => ({
  /** Requests whose body has arrived and whose response has not begun. */
  maxInProgress: 100,
  /** Queries that wait for a connection to the database. */
  maxWaitingQueries: Math.ceil(maxWaitingQueries / processes),
  /** The average delay of the event loop in each of the last two seconds: one pause, such as after a start, is no overload. */
  maxEventLoopDelayMs: 1_500,
})

export type LoadLimits = ReturnType<typeof loadLimitsOf>

/** Visitors who only read get this share of each limit. The rest is for signed-in users and for writes. */
const visitorShare = 0.75
const sampleIntervalMs = 1_000

export function shedLoad(
  app: FastifyInstance,
  /** The pool of database connections. */
  pool: { readonly waitingCount: number },
  { requestsShed }: Pick<Metrics, 'requestsShed'>,
  limits: LoadLimits,
) {
  const inProgress = countRequestsInProgress(app)
  // A line for each rejection would be load as well.
  const log = limitLines(app.log)
  const eventLoopDelay = measureEventLoopDelay(app)
  const isOverloaded = (share: number) =>
    inProgress() >= limits.maxInProgress * share ||
    pool.waitingCount >= limits.maxWaitingQueries * share ||
    eventLoopDelay() >= limits.maxEventLoopDelayMs * share

  app.addHook('onRequest', (request, reply, done) => {
    if (isCheap(request) || !isOverloaded(isPreferred(request) ? 1 : visitorShare)) return done()
    log.warn('Overloaded: rejected a request with 503.')
    requestsShed.inc()
    void sendError(request, reply, tooBusy(readerLanguage()))
  })
}

/** Created once for each language: the stack trace of an error takes longer than the rest of the rejection. */
const tooBusy = memoize(
  () => new AppError('unavailable', t('The site is very busy right now. Please try again in a few seconds.')),
)

/** Files cost little, and a page is useless without its style sheet. */
const isCheap = (request: FastifyRequest) =>
  isProbe(request) || isOwnRequest(request) || request.routeOptions.config.cost === 0

/** Returns whether a request writes or has a session. The session is not verified, which would cost time: a forged one gains little. */
const isPreferred = ({ method, headers }: FastifyRequest) =>
  (method !== 'GET' && method !== 'HEAD') ||
  headers.authorization !== undefined ||
  headers.cookie?.includes(sessionCookie) === true

/**
 * Returns a function that returns the number of requests being worked on. Bodies that arrive slowly and responses that are
 * read slowly do not count: they take no time, and a few hundred slow clients would otherwise block everyone.
 */
function countRequestsInProgress(app: FastifyInstance): () => number {
  const requests = new Set<FastifyRequest>()
  app.addHook('preHandler', (request, reply, done) => {
    if (!request.routeOptions.config.slowBody) {
      requests.add(request)
      // For a client that has gone away: Fastify then runs no other hook.
      reply.raw.once('close', () => requests.delete(request))
    }
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    requests.delete(request)
    done(null, payload)
  })
  return () => requests.size
}

/** Returns a function that returns the lower one of the latest two measurements, in milliseconds. */
function measureEventLoopDelay(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 20 })
  histogram.enable()
  let latest = 0
  let earlier = 0
  const timer = setInterval(() => {
    earlier = latest
    // Without a sample, the mean is not a number: the process got no CPU time, which rejecting would not change.
    latest = Number.isNaN(histogram.mean) ? 0 : histogram.mean / 1e6
    histogram.reset()
  }, sampleIntervalMs).unref()
  // What the start took says nothing about the load.
  app.addHook('onListen', async () => histogram.reset())
  app.addHook('onClose', async () => {
    clearInterval(timer)
    histogram.disable()
  })
  return () => Math.min(latest, earlier)
}
