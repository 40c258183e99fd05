/** What the processes of a site send to each other over the channel between the supervisor and its children. */
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** What a process of the site sends once it works. */
export const readyMessage = 'ready'

export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** The metrics of one process: `worker` is a worker's number, `jobs`, or `search`. */
export type NamedMetrics = { worker: string; metrics: ProcessMetrics }

export type ToSupervisor =
  | typeof readyMessage
  /** Asks for the metrics of all other processes. */
  | { type: 'collect-metrics'; id: string }
  /** The response to `read-metrics`. */
  | { type: 'metrics'; id: string; metrics: ProcessMetrics }
  /** `resource` names what happens in one process of the site at a time, because it takes much memory. */
  | { type: 'acquire-lock'; resource: string }
  | { type: 'release-lock'; resource: string }

export type FromSupervisor =
  /** Another process has taken over: finish what is in progress, then exit. */
  | { type: 'retire' }
  | { type: 'read-metrics'; id: string }
  /** The response to `collect-metrics`. */
  | { type: 'collected-metrics'; id: string; processes: NamedMetrics[] }
  | { type: 'lock-acquired'; resource: string }
  /** Another process has the lock now: stop what was left running for the next time. */
  | { type: 'lock-handed-over'; resource: string }
