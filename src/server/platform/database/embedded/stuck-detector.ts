/**
 * Decides from regular observations whether a PostgreSQL server is stuck, so that only a restart helps. Observations are
 * counted instead of timed: after a laptop wakes up, nothing looks as if it had been silent for hours.
 */
import type { Activity, Health, Work } from './probe.ts'

export type Observation = { health: Health; activity: Activity | null }

/** How many observations in a row make a server stuck. */
export type Patience = {
  /** Without an answer and without any sign of work. */
  idle: number
  /** Without an answer, although its processes work. Heavy load does not keep a server silent for this long. */
  silent: number
}

export function createStuckDetector(patience: Patience) {
  let silent = 0
  let idle = 0
  let stopped = 0
  let previous: Activity | null = null

  /** Returns why the server is stuck, or null. */
  return ({ health, activity }: Observation): string | null => {
    const works = activity !== null && (health === 'starting' ? recovers : isWorking)(activity, previous)
    previous = activity
    stopped = activity?.stopped ? stopped + 1 : 0
    silent = health === 'silent' ? silent + 1 : 0
    // Without /proc, a recovery cannot be told from a hang, so it may take as long as it needs.
    const couldBeStuck = health === 'silent' || (health === 'starting' && activity !== null)
    idle = couldBeStuck && !works ? idle + 1 : 0
    if (stopped >= patience.idle) return 'its processes were stopped'
    if (silent >= patience.silent) return 'it did not respond'
    if (idle < patience.idle) return null
    return health === 'silent' ? 'it did not respond' : 'its recovery did not advance'
  }
}

const isWorking = (now: Work, before: Work | null | undefined) => now.busy || now.ticks !== before?.ticks

/**
 * Returns whether a process that was already there works. The postmaster and the processes that reject connections work
 * for as long as clients try, even if the process that recovers has died. PostgreSQL 18 does not always notice that: it
 * then rejects connections forever.
 */
const recovers = (now: Activity, before: Activity | null): boolean =>
  before === null ||
  [...now.children].some(([pid, child]) => {
    const earlier = before.children.get(pid)
    return earlier !== undefined && isWorking(child, earlier)
  })
