/**
 * Counts requests. Most are plain numbers that the metrics take over at a scrape, because updating a metric takes longer
 * than everything else here.
 */
import type { Metrics } from './metrics.ts'

export type EndedRequest = { method: string; route: string; status: string; ms: number; bytes: number }

type Route = {
  method: string
  route: string
  counts: Map<string, number>
  observe: (seconds: number) => void
}

export function countRequests(metrics: Metrics) {
  const routes = new Map<string, Route>()
  let inProgress = 0
  let bytesSent = 0

  const routeOf = ({ method, route }: EndedRequest): Route => {
    const key = `${method} ${route}`
    const existing = routes.get(key)
    if (existing) return existing
    const { observe } = metrics.requestDuration.labels(method, route)
    const added = { method, route, counts: new Map(), observe }
    routes.set(key, added)
    return added
  }

  metrics.onScrape(() => {
    metrics.requestsInProgress.set(inProgress)
    metrics.responseBytes.reset()
    metrics.responseBytes.inc(bytesSent)
    metrics.requests.reset()
    for (const { method, route, counts } of routes.values())
      for (const [status, count] of counts) metrics.requests.inc({ method, route, status }, count)
  })

  return {
    start() {
      inProgress += 1
    },
    end(ended: EndedRequest) {
      inProgress -= 1
      bytesSent += ended.bytes
      const { counts, observe } = routeOf(ended)
      counts.set(ended.status, (counts.get(ended.status) ?? 0) + 1)
      observe(ended.ms / 1000)
    },
  }
}
