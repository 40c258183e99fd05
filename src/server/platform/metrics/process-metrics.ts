import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'

/** Gauges whose names end in `_total`, which Prometheus reserves for counters. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** Adds the metrics of Node: event loop, heap, garbage collection, CPU, and memory. Once per process. */
export function addProcessMetrics(registry: Registry) {
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  let last = performance.eventLoopUtilization()
  new Gauge({
    name: 'nodejs_eventloop_utilization',
    help: 'Share of the time since the latest scrape in which the event loop was busy, from 0 to 1.',
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, last).utilization)
      last = now
    },
  })
}
