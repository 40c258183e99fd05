/** Watches one run of the PostgreSQL server from its first moment, and kills it when it is stuck. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../../log.ts'
import type { Postmaster } from './postmaster.ts'
import { probe, readActivity } from './probe.ts'
import { createStuckDetector, type Patience } from './stuck-detector.ts'

export type HealthChecks = { intervalMs: number; patience: Patience }

/** Detects a frozen server in 15 to 18 seconds. One that works, but gives no answer, gets two minutes. */
export const defaultHealthChecks: HealthChecks = { intervalMs: 3000, patience: { idle: 5, silent: 40 } }

/** The caller sees the death of a killed server like any other. Aborting `signal` ends the watch. */
export async function monitorHealth(
  { pid, port, child, exited }: Postmaster,
  { intervalMs, patience }: HealthChecks,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const detectStuck = createStuckDetector(patience)
  const ended = new AbortController()
  void exited.then(() => ended.abort())
  const end = AbortSignal.any([signal, ended.signal])
  while (!end.aborted) {
    const pause = delay(intervalMs, undefined, { signal: end }).catch(() => {})
    const [health, activity] = await Promise.all([probe(port, intervalMs), readActivity(pid)])
    const reason = detectStuck({ health, activity })
    if (reason && !end.aborted) {
      log.error({ reason }, 'PostgreSQL is stuck. Killing it.')
      // A stopped process handles no other signal. PostgreSQL recovers from this one like from a power failure.
      child.kill('SIGKILL')
      return
    }
    await pause
  }
}
