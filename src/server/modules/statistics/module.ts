import type { Handlers } from '../../platform/http/handlers.ts'
import type { Module } from '../../platform/module.ts'
import { countRequests } from './count-requests.ts'
import { createStatistics } from './service.ts'
import { createViewCounter } from './view-counter.ts'

type Options = Parameters<typeof createStatistics>[0] & Parameters<typeof createViewCounter>[0]

/** Counts who views ads, for their authors. */
export function statisticsModule(options: Options) {
  const statistics = createStatistics(options)
  const counter = createViewCounter(options)
  return {
    handlers: {
      getOwnStatistics: ({ viewer, query }) => statistics.ofOwn(viewer, query.kind),
    } satisfies Partial<Handlers>,
    mount: (app) => countRequests(app, counter),
    onListen: async () => counter.start(),
    onClose: counter.stop,
  } satisfies Module
}
