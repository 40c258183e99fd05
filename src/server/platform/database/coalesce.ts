import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Runs one `read` at a time, and starts it at the end of the iteration of the event loop, so that all requests that arrive together share
 * it. Calls during a run share the next one, so that each gets what was read after its call.
 */
export function coalesce<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<unknown> | null = null
  let next: Promise<Value> | null = null

  async function runNext(): Promise<Value> {
    if (running) await running.catch(() => {})
    await nextTurn()
    next = null
    const started = read()
    running = started
    try {
      return await started
    } finally {
      if (running === started) running = null
    }
  }

  return () => {
    next ??= runNext()
    return next
  }
}
