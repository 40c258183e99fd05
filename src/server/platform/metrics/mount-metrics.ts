/** `GET /metrics`, for Prometheus. For everyone else, there is nothing at this address. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import type { ProcessMetrics } from '../processes/messages.ts'
import { createGaugeCollector, type GaugeSources } from './collect-gauges.ts'
import type { Metrics } from './metrics.ts'
import { formatProcesses, type OtherProcesses } from './process-exchange.ts'
import { mayScrape } from './scrape-access.ts'

export type MetricsRouteOptions = {
  metrics: Metrics
  /** A request with this token may read the metrics from anywhere; null: only this machine may. */
  token: string | null
  sources: GaugeSources
  /** The number of this process if there are several. */
  worker?: number | null
  otherProcesses?: OtherProcesses | undefined
}

export function mountMetrics(
  app: FastifyInstance,
  { metrics, token, sources, worker = null, otherProcesses }: MetricsRouteOptions,
) {
  const { registry, siteRegistry } = metrics
  /** A scrape reaches one of the processes, which reports for all. */
  async function readProcesses(): Promise<string> {
    if (!otherProcesses) return registry.metrics()
    const [own, others] = await Promise.all([registry.getMetricsAsJSON(), otherProcesses()])
    return formatProcesses([{ worker: String(worker), metrics: own as ProcessMetrics }, ...others])
  }
  const collect = createGaugeCollector(metrics, sources)
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayScrape(request, token)) throw new AppError('not_found', 'There is nothing at this address.')
    await collect()
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(`${await readProcesses()}\n${await siteRegistry.metrics()}`)
  })
}
