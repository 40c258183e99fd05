/** What the processes of a site send to each other over the channel between the supervisor and its children. */
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** What a worker or the job process sends once it works. */
export const readyMessage = 'ready'

export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** The metrics of one process: `worker` is a worker's number, or `jobs`. */
export type NamedMetrics = { worker: string; metrics: ProcessMetrics }

/** What must happen in one process of the site at a time, because it takes much memory. */
export type Resource = 'pictures' | 'drawings' | 'emails'

/** A page of visitors from the cache of another worker. `until` is null if it has no end. */
export type SharedPage = {
  pattern: string
  hash: string
  /** In Base64. */
  brotli: string
  lifetime: { scopes: string[]; from: number; until: number | null; day: string }
  /** Whether it was rendered for this request. */
  rendered: boolean
}

export type ToSupervisor =
  | typeof readyMessage
  /** Asks for the metrics of all other processes. */
  | { type: 'collect-metrics'; id: string }
  /** The response to `read-metrics`. */
  | { type: 'metrics'; id: string; metrics: ProcessMetrics }
  | { type: 'request-turn'; resource: Resource }
  | { type: 'end-turn'; resource: Resource }
  /** Requests the page of a URL from the worker with this number. */
  | { type: 'request-page'; id: string; worker: number; url: string }
  /** The response to `read-page`; null if it may not be cached. */
  | { type: 'page'; id: string; page: SharedPage | null }
  /** How many connections were busy since the last report, also in fractions. */
  | { type: 'connections'; count: number; isBusy: boolean }

export type FromSupervisor =
  /** Another process has taken over: finish what is in progress, then exit. */
  | { type: 'retire' }
  | { type: 'read-metrics'; id: string }
  /** The response to `collect-metrics`. */
  | { type: 'collected-metrics'; id: string; processes: NamedMetrics[] }
  /** It is this process's turn. */
  | { type: 'turn'; resource: Resource }
  /** Another process has the turn now: end what is kept for the next one. */
  | { type: 'yield'; resource: Resource }
  | { type: 'read-page'; id: string; url: string }
  /** The response to `request-page`; null if there is none. */
  | { type: 'page'; id: string; page: SharedPage | null }
  /** So many connections belong to other workers: end them with their next response. */
  | { type: 'end-connections'; count: number }
