/**
 * The only file that loads OpenTelemetry. Spans are created by hand at four places (requests, calls, queries, jobs) rather
 * than by instrumentation packages, so that they contain what is listed here and nothing that a user entered.
 */
import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pTimeout from 'p-timeout'
import type pg from 'pg'
import { isOwnRequest, isProbe } from '../http/internal-requests.ts'
import type { Logger } from '../log.ts'
import { truncate } from '../logging/redact.ts'
import { operationOf } from '../metrics/database-metrics.ts'
import { version } from '../version.ts'

const stopMs = 3_000
const maxStatementLength = 300

export function createTracing(log: Logger) {
  logProblems(log)
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'corkboard', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return {
    traceRequests,
    observeQuery,
    keepContext,
    runInSpan,
    /** Sends what is left, for a few seconds at most. */
    stop: () => pTimeout(provider.shutdown(), { milliseconds: stopMs, message: false }).catch(() => {}),
  }
}

/** The SDK reports failed exports as errors with every detail of the response. */
function logProblems(log: Logger) {
  const warn = (message: string) => log.warn(`OpenTelemetry: ${truncate(message, 300)}`)
  const ignore = () => {}
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

const tracer = () => trace.getTracer('corkboard', version)

/** Runs the work within a span of this name. */
async function runInSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return tracer().startActiveSpan(name, async (span) => {
    try {
      return await work()
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Names the kind of error. Its message may contain what a user entered. */
function fail(span: Span, error: unknown) {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  const type = typeof code === 'string' ? code : error instanceof Error ? error.name : typeof error
  span.setAttribute('error.type', truncate(type, 60)).setStatus({ code: SpanStatusCode.ERROR })
}

/** Starts a span for every request, as part of the caller's trace if there is one. */
function traceRequests(app: FastifyInstance) {
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, reply, done) => {
    // Probes of the monitoring would drown everything else.
    if (isProbe(request) || isOwnRequest(request)) return done()
    const parent = propagation.extract(context.active(), request.headers)
    const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method } }
    const span = tracer().startSpan(request.method, options, parent)
    const active = trace.setSpan(parent, span)
    contexts.set(request, active)
    request.log = request.log.child({ traceId: span.spanContext().traceId })
    reply.log = request.log
    reply.raw.once('close', () => endRequest(span, request, reply.raw))
    context.with(active, done)
  })
  // The body of a request arrives in the connection's own context.
  app.addHook('preValidation', (request, _reply, done) => {
    const active = contexts.get(request)
    if (active) context.with(active, done)
    else done()
  })
}

function endRequest(
  span: Span,
  { method, pagePattern, routeOptions }: FastifyRequest,
  { statusCode, writableFinished }: FastifyResponse,
) {
  const route = pagePattern ?? routeOptions.url ?? ''
  span.updateName(`${method} ${route}`.trim()).setAttribute('http.route', route)
  if (writableFinished) span.setAttribute('http.response.status_code', statusCode)
  if (!writableFinished) span.setAttribute('error.type', 'aborted')
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

type FastifyResponse = { statusCode: number; writableFinished: boolean }

/** Starts a span for every query, under that of what sends it. */
function observeQuery(text: string) {
  const operation = operationOf(text).toUpperCase()
  const span = tracer().startSpan(operation, {
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      // Without the values: they are parameters.
      'db.query.text': truncate(text.replace(/\s+/g, ' ').trim(), maxStatementLength),
    },
  })
  return (error?: unknown) => {
    if (error) fail(span, error)
    span.end()
  }
}

type Connect = (callback?: (...results: unknown[]) => unknown) => unknown

/**
 * Restores the span of a query that has waited for a connection: pg calls its callback while another request returns its
 * connection, in that request's context.
 */
function keepContext(pool: pg.Pool) {
  const connect = pool.connect.bind(pool) as Connect
  pool.connect = ((callback?: (...results: unknown[]) => unknown) =>
    callback ? connect(context.bind(context.active(), callback)) : connect()) as typeof pool.connect
}
