/** What a product area adds to the processes that serve visitors, and to the one that runs jobs. */
import type { FastifyInstance } from 'fastify'
import type { CacheStats } from './cache/tag-cache.ts'
import type { Dispatch } from './http/dispatch.ts'
import type { Handlers } from './http/handlers.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { QueueQuery } from './metrics/collect-gauges.ts'

/** Each `modules/AREA/module.ts` exports a function that returns one. */
export type Module = {
  /** One for each row of the contract that the area owns. Plain HTML forms follow from the rows. */
  handlers?: Partial<Handlers>
  /** Adds what is not a call: files, feeds, uploads, and pages. */
  mount?: (app: FastifyInstance, dispatch: Dispatch) => void | Promise<void>
  /** Runs when the server has begun to listen. Must not fail. */
  onListen?: () => Promise<void>
  /** Stops timers and helper processes. */
  onClose?: () => void | Promise<void>
  /** What the metrics say about its caches and its queue. */
  caches?: Record<string, () => CacheStats>
  queue?: QueueQuery
}

/**
 * Each `modules/AREA/jobs.ts` exports a function that returns one. In a file of its own: web processes load no job, and the process
 * of the jobs loads no route, which keeps 15 and 45 MB from each.
 */
export type JobModule = {
  jobs: Jobs
  /** Runs before the jobs stop: ends long work, and what comes in from outside. */
  stop?: (() => void | Promise<void>) | undefined
  /** Runs when the jobs have stopped. */
  close?: () => void
}

type HandlersIn<One> = One extends { handlers: infer Found } ? Found : never
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Returns the handlers of all modules. Its type names each call, so that `createDispatch` does not compile if one is missing. */
export const handlersOf = <const Modules extends readonly Module[]>(modules: Modules) =>
  Object.assign({}, ...modules.map(({ handlers }) => handlers)) as Intersection<HandlersIn<Modules[number]>>
