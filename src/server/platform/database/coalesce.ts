/** Runs one `read` at a time. Calls during a run share the next one, so that each gets what was read after its call. */
export function coalesce<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<unknown> | null = null
  let next: Promise<Value> | null = null
  const start = () => {
    const started = read().finally(() => {
      running = null
    })
    running = started
    return started
  }
  return () => {
    if (next) return next
    if (!running) return start()
    next = running
      .catch(() => {})
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
