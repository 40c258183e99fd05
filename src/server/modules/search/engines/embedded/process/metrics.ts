/** Metrics of search: of any engine, and of the embedded one. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { SearchEngine } from '../../../engine.ts'
import { type SearchCall, searchCalls } from './protocol.ts'

export type IndexStatus = {
  /** Whether there is an index. Otherwise, it is being built. */
  isComplete: boolean
  listings: number
  segments: number
  /** The memory that the segments take. */
  bytes: number
  /** How old the state of the database is that searches see, in seconds. */
  behind: number
}

const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Returns the engine with its calls measured. */
export function measureEngine(engine: SearchEngine, registry: Registry): SearchEngine {
  const registers = [registry]
  const duration = new Histogram({
    name: 'corkboard_search_duration_seconds',
    help: 'How long the search engine took for a call, with the wait for the latest changes.',
    labelNames: ['call'],
    buckets: durationBuckets,
    registers,
  })
  const failures = new Counter({
    name: 'corkboard_search_failures_total',
    help: 'Calls of the search engine that failed.',
    labelNames: ['call'],
    registers,
  })
  for (const call of searchCalls) failures.inc({ call }, 0)

  const measured =
    <Input extends unknown[], Result>(call: SearchCall, run: (...input: Input) => Promise<Result>) =>
    async (...input: Input): Promise<Result> => {
      const end = duration.startTimer({ call })
      try {
        return await run(...input)
      } catch (error) {
        failures.inc({ call })
        throw error
      } finally {
        end()
      }
    }
  return {
    search: measured('search', engine.search),
    calendar: measured('calendar', engine.calendar),
    countTerms: measured('countTerms', engine.countTerms),
    words: measured('words', engine.words),
    close: engine.close,
  }
}

/** Adds how the index is that a process has in memory. */
export function addStatusMetrics(status: () => IndexStatus, registry: Registry) {
  const gauges: [name: string, help: string, read: (status: IndexStatus) => number][] = [
    [
      'complete',
      '1 if there is a search index; 0 while it is being built.',
      ({ isComplete }) => Number(isComplete),
    ],
    ['listings', 'Listings in the search index.', ({ listings }) => listings],
    ['segments', 'Segments of the search index.', ({ segments }) => segments],
    ['index_bytes', 'Memory that the segments of the search index take.', ({ bytes }) => bytes],
    ['behind_seconds', 'Age of the state of the database that searches see.', ({ behind }) => behind],
  ]
  for (const [name, help, read] of gauges)
    new Gauge({
      name: `corkboard_search_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read(status()))
      },
    })
}

/** Adds how busy the search process is. */
export function addQueueMetrics(queueLength: () => number, registry: Registry) {
  new Gauge({
    name: 'corkboard_search_queue',
    help: 'Searches of all workers that wait or run.',
    registers: [registry],
    collect() {
      this.set(queueLength())
    },
  })
}

/** Adds whether a process that serves requests can search. */
export function addReachableMetric(isReachable: () => boolean, registry: Registry) {
  new Gauge({
    name: 'corkboard_search_up',
    help: '1 if this process can search.',
    registers: [registry],
    collect() {
      this.set(Number(isReachable()))
    },
  })
}
