/** Metrics of search: of any engine, and of the embedded one. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { SearchCall, SearchEngine } from './engine.ts'

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

type Measure = ReturnType<typeof createMeasure>

/** Returns a function that returns a call measured. */
export function createMeasure(registry: Registry) {
  const registers = [registry]
  const duration = new Histogram({
    name: 'corkboard_search_duration_seconds',
    help: 'How long the search engine took for a call. untilFresh is the wait for the latest changes.',
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

  return <Input extends unknown[], Result>(
    call: SearchCall | 'untilFresh',
    run: (...input: Input) => Promise<Result>,
  ) => {
    failures.inc({ call }, 0)
    return async (...input: Input): Promise<Result> => {
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
  }
}

export const measureEngine = (engine: SearchEngine, measure: Measure): SearchEngine => ({
  search: measure('search', engine.search),
  calendar: measure('calendar', engine.calendar),
  countTerms: measure('countTerms', engine.countTerms),
  words: measure('words', engine.words),
  close: engine.close,
})

function addGauge(registry: Registry, name: string, help: string, read: () => number) {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

/** Adds how the index is that a process has in memory. */
export function addStatusMetrics(status: () => IndexStatus, registry: Registry): void {
  const add = (name: string, help: string, read: (status: IndexStatus) => number) =>
    addGauge(registry, `corkboard_search_${name}`, help, () => read(status()))
  add('complete', '1 if there is a search index; 0 while it is being built.', ({ isComplete }) =>
    Number(isComplete),
  )
  add('listings', 'Listings in the search index.', ({ listings }) => listings)
  add('segments', 'Segments of the search index.', ({ segments }) => segments)
  add('index_bytes', 'Memory that the segments of the search index take.', ({ bytes }) => bytes)
  add('behind_seconds', 'Age of the state of the database that searches see.', ({ behind }) => behind)
}

/** Adds how busy the search process is. */
export const addQueueMetrics = (queueLength: () => number, registry: Registry): void =>
  addGauge(registry, 'corkboard_search_queue', 'Searches of all workers that wait or run.', queueLength)

/** Adds whether a process that serves requests can search. */
export const addReachableMetric = (isReachable: () => boolean, registry: Registry): void =>
  addGauge(registry, 'corkboard_search_up', '1 if this process can search.', () => Number(isReachable()))
