/**
 * Lets requests use what a process read from the database a moment before they arrived. The response of each write is delayed as long, so
 * whoever has it sees the write (decision 055).
 */

/** In milliseconds. */
export const defaultLeaseMs = 20

/**
 * Returns a function that returns the result of a `read` that began less than `leaseMs` ago. It reads only if there is none. While it is
 * called often, `read` runs in the background before the lease ends, so that its callers do not wait.
 */
export function withLease<Value>(read: () => Promise<Value>, leaseMs: number): () => Promise<Value> | Value {
  let latest: { begun: number; value: Value } | null = null
  let isRenewing = false

  async function renew(): Promise<Value> {
    const begun = performance.now()
    const value = await read()
    if (!latest || latest.begun < begun) latest = { begun, value }
    return value
  }

  function renewInBackground() {
    isRenewing = true
    renew()
      .catch(() => {
        // The next caller reads again, and gets the error.
        latest = null
      })
      .finally(() => {
        isRenewing = false
      })
  }

  return () => {
    const age = latest ? performance.now() - latest.begun : Number.POSITIVE_INFINITY
    if (!latest || age >= leaseMs) return renew()
    if (age >= leaseMs / 2 && !isRenewing) renewInBackground()
    return latest.value
  }
}
