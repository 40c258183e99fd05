/** `GET /metrics`, for Prometheus. For everyone else, there is nothing at this address. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { createGaugeCollector, type GaugeSources } from './collect-gauges.ts'
import type { Metrics } from './metrics.ts'
import { mayScrape } from './scrape-access.ts'

export type MetricsRouteOptions = {
  metrics: Metrics
  /** A request with this token may read the metrics from anywhere; null: only this machine may. */
  token: string | null
  sources: GaugeSources
}

export function mountMetrics(app: FastifyInstance, { metrics, token, sources }: MetricsRouteOptions) {
  const { registry } = metrics
  const collect = createGaugeCollector(metrics, sources)
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayScrape(request, token)) throw new AppError('not_found', 'There is nothing at this address.')
    await collect()
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}
