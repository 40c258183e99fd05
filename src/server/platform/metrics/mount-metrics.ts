/** `GET /metrics`, for Prometheus: on the port of the site with a token, on METRICS_LISTEN for all who can connect. */
import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import type { Config } from '../../config/environment.ts'
import { isLoopbackRequest } from '../http/loopback.ts'
import type { ProcessMetrics } from '../processes/messages.ts'
import { createGaugeCollector, type GaugeSources } from './collect-gauges.ts'
import type { Metrics } from './metrics.ts'
import { formatProcesses, type OtherProcesses } from './process-exchange.ts'

type ScrapeSettings = Pick<Config, 'metricsToken' | 'production'>

type MetricsRouteOptions = {
  config: ScrapeSettings & Pick<Config, 'workerNumber'>
  metrics: Metrics
  sources: GaugeSources
  otherProcesses?: OtherProcesses | undefined
}

const path = '/metrics'
/** A scrape takes milliseconds. */
const listenerTimeoutMs = 10_000

/** Returns a server for METRICS_LISTEN, which stops with the site. */
export function mountMetrics(
  app: FastifyInstance,
  { config, metrics, sources, otherProcesses }: MetricsRouteOptions,
): FastifyInstance {
  const { registry, siteRegistry } = metrics
  /** A scrape reaches one of the processes, which reports for all. */
  async function readProcesses(): Promise<string> {
    if (!otherProcesses) return registry.metrics()
    const [own, others] = await Promise.all([registry.getMetricsAsJSON(), otherProcesses()])
    return formatProcesses([
      { worker: String(config.workerNumber), metrics: own as ProcessMetrics },
      ...others,
    ])
  }
  const collect = createGaugeCollector(metrics, sources)
  async function readMetrics(): Promise<string> {
    await collect()
    return `${await readProcesses()}\n${await siteRegistry.metrics()}`
  }
  app.get(path, { logLevel: 'silent' }, async (request, reply) => {
    if (!mayScrape(request, config)) throw new AppError('not_found', 'There is nothing at this address.')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await readMetrics())
  })

  const listener = Fastify({
    requestTimeout: listenerTimeoutMs,
    connectionTimeout: listenerTimeoutMs,
    forceCloseConnections: true,
  })
  listener.get(path, async (_request, reply) => reply.type(registry.contentType).send(await readMetrics()))
  app.addHook('onClose', () => listener.close())
  return listener
}

/**
 * Returns whether a request may read the metrics: with the token or, outside of production, from this machine. In production, a proxy
 * on this machine that adds no header and replaces the host name would make every visitor look like this machine.
 */
const mayScrape = (request: FastifyRequest, { metricsToken, production }: ScrapeSettings): boolean =>
  (!production && isLoopbackRequest(request)) || (metricsToken !== null && hasToken(request, metricsToken))

/** Compares hashes, whose lengths are equal, in constant time. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const sent = /^Bearer (\S{1,500})$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return token !== '' && timingSafeEqual(sha256(sent), sha256(token))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
