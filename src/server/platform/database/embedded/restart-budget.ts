/** How often and how fast a PostgreSQL server that died is started again. */

/** A restart right after kill -9 may fail while the old server is a zombie or a backend still holds its memory. */
const defaultDelaysMs = [50, 100, 200, 300, 500, 1000, 1000, 2000, 2000, 3000, 3000, 5000]
const maxDeaths = { count: 8, withinMs: 60_000 }

export type RestartBudget = {
  recordDeath(): void
  /** Counts an attempt to start the server, and returns whether it may be made. */
  allowsAttempt(diskFull: boolean): boolean
  /** How long to wait after a failed attempt. */
  pauseMs(): number
}

/** `delaysMs` are the delays between the attempts after one death. */
export function createRestartBudget(delaysMs = defaultDelaysMs): RestartBudget {
  let deaths: number[] = []
  let attempts = 0
  let pauses = 0

  return {
    recordDeath() {
      deaths = [...deaths.filter((at) => at > Date.now() - maxDeaths.withinMs), Date.now()]
      attempts = 0
      pauses = 0
    },
    allowsAttempt(diskFull) {
      // A full disk is not PostgreSQL's fault, and space may return at any time.
      if (diskFull) {
        deaths = []
        return true
      }
      attempts += 1
      return attempts <= delaysMs.length && deaths.length < maxDeaths.count
    },
    pauseMs() {
      pauses += 1
      return delaysMs[pauses - 1] ?? delaysMs.at(-1) ?? 0
    },
  }
}
