import { setImmediate as nextTurn } from 'node:timers'

/**
 * The schedule of a DataLoader that sends one query for everything that is asked for in the same turn of the event loop. Under
 * load, many requests continue in the same turn, so they need fewer queries.
 */
export const inOneTurn: { batchScheduleFn: (send: () => void) => void } = {
  batchScheduleFn: (send) => void nextTurn(send),
}
