/** Adds the metrics of the site's other processes to those of the process that is scraped, each with the label `worker`. */
import { randomUUID } from 'node:crypto'
import pTimeout from 'p-timeout'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { NamedMetrics, ProcessMetrics } from '../processes/messages.ts'
import type { SupervisorChannel } from '../processes/supervisor-channel.ts'

/** Longer than the supervisor waits for a process. */
const timeoutMs = 2000

/** Returns the metrics of all other processes; none if the supervisor does not respond in time. */
export type OtherProcesses = () => Promise<NamedMetrics[]>

/** Sends this process's metrics to the supervisor whenever it asks. */
export function answerMetrics(channel: SupervisorChannel, registry: Registry) {
  channel.on('read-metrics', async ({ id }) => {
    // The supervisor leaves out a process that does not respond.
    const metrics = await registry.getMetricsAsJSON().catch(() => null)
    if (metrics) channel.send({ type: 'metrics', id, metrics: metrics as ProcessMetrics })
  })
}

export function askOtherProcesses(channel: SupervisorChannel): OtherProcesses {
  const waiting = new Map<string, (processes: NamedMetrics[]) => void>()
  channel.on('collected-metrics', ({ id, processes }) => waiting.get(id)?.(processes))
  return async () => {
    const id = randomUUID()
    const answer = new Promise<NamedMetrics[]>((resolve) => waiting.set(id, resolve))
    channel.send({ type: 'collect-metrics', id })
    const processes = await pTimeout(answer, { milliseconds: timeoutMs, fallback: () => [] })
    waiting.delete(id)
    return processes
  }
}

/** Returns the metrics of several processes as text. A restarted one begins at zero under its own label, as Prometheus expects. */
export async function formatProcesses(processes: NamedMetrics[]): Promise<string> {
  const labeled = processes.map(({ worker, metrics }) =>
    metrics.map((metric) => ({
      ...metric,
      // Each process has its own samples, so nothing is combined and nothing is left out.
      aggregator: 'first' as const,
      values: metric.values.map((value) => ({ ...value, labels: { worker, ...value.labels } })),
    })),
  )
  return AggregatorRegistry.aggregate(labeled).metrics()
}
