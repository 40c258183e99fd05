/** Returns a function that shares one result of `read` for this many milliseconds. Failures are not kept. */
export function cacheFor<Value>(milliseconds: number, read: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | null = null
  const forget = () => {
    cached = null
  }
  return () => {
    cached ??= read().then(
      (value) => {
        setTimeout(forget, milliseconds).unref()
        return value
      },
      (error: unknown) => {
        forget()
        throw error
      },
    )
    return cached
  }
}
