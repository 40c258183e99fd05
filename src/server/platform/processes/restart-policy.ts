/** Decides when a process that died is started again, and when not. Opens and starts nothing. */

const maxRestarts = { count: 5, withinMs: 60_000 }
const firstDelayMs = 100
const maxDelayMs = 10_000

export type RestartPolicy = {
  /** Returns how long to wait before the next start after a crash, or null when the process crashes too often. */
  afterCrash(hadWorked: boolean): number | null
  /** Returns how long to wait before the next start when the process ended for a reason that ends without it. */
  afterOutage(): number
}

/** `now` is a monotonic clock in milliseconds. */
export function createRestartPolicy(now: () => number = () => performance.now()): RestartPolicy {
  let restarts: number[] = []
  let outages = 0
  const delayOf = (count: number) => Math.min(maxDelayMs, firstDelayMs * 3 ** count)

  return {
    afterCrash() {
      outages = 0
      restarts = restarts.filter((at) => at > now() - maxRestarts.withinMs)
      if (restarts.length >= maxRestarts.count) return null
      restarts.push(now())
      return delayOf(restarts.length - 1)
    },
    afterOutage() {
      outages += 1
      return delayOf(outages - 1)
    },
  }
}

/** Searches wait for the process that runs them. */
const maxDelayOfWorkingMs = 1_000

/** Returns a policy that never gives a process up, and starts it again soon if it had worked. */
export function createUnlimitedPolicy(now?: () => number): RestartPolicy {
  const { afterCrash, afterOutage } = createRestartPolicy(now)
  return {
    afterCrash: (hadWorked) =>
      hadWorked ? Math.min(maxDelayOfWorkingMs, afterCrash(true) ?? maxDelayOfWorkingMs) : afterOutage(),
    afterOutage,
  }
}
