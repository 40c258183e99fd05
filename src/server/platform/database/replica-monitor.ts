/**
 * Watches how far the replica is behind the primary. Lag is measured by what the primary had written and when, so it does
 * not depend on clocks, an idle primary has none, and a replica that lost its connection to the primary has.
 */
import { sql } from 'kysely'
import pTimeout from 'p-timeout'
import type { Logger } from '../log.ts'
import type { Database } from './database.ts'

const intervalMs = 500
const probeTimeoutMs = 1000
/** Without a response for this long, the primary counts as lost. */
const primaryLostMs = 3000
const maxSamples = 600

export type ReplicaMonitor = ReturnType<typeof monitorReplica>

type MonitorOptions = { primary: Database; replica: Database; maxLagSeconds: number; log: Logger }

/** What the primary had written at a time, in milliseconds of the monotonic clock. `written` is a position in its log, in bytes. */
type Sample = { at: number; written: number }

export function monitorReplica({ primary, replica, maxLagSeconds, log }: MonitorOptions) {
  /** Only samples that the replica has not replayed yet, oldest first. */
  let behind: Sample[] = []
  let isFirst = true
  let primarySeen = Number.NEGATIVE_INFINITY
  let replayed: number | null = null
  let wasUsable: boolean | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const lagMs = () => (behind[0] ? performance.now() - behind[0].at : 0)
  const isPrimaryLost = () => performance.now() - primarySeen > primaryLostMs
  // While the primary is lost, an old page is better than none.
  const isUsable = () => replayed !== null && (isPrimaryLost() || lagMs() <= maxLagSeconds * 1000)

  async function probe() {
    const [written, reached] = await Promise.all([
      positionOf(primary, 'written position', writtenPosition),
      positionOf(replica, 'replayed position', replayedPosition),
    ])
    if (written !== null) {
      primarySeen = performance.now()
      // How long the replica has been behind the first sample is unknown, so it must reach that one first.
      behind.push({ at: isFirst ? Number.NEGATIVE_INFINITY : primarySeen, written })
      isFirst = false
      // The oldest one decides; those right after it may be dropped.
      if (behind.length > maxSamples) behind.splice(1, 1)
    }
    replayed = reached
    if (reached !== null) behind = behind.filter((sample) => sample.written > reached)
    logChange()
  }

  function logChange() {
    const usable = isUsable()
    if (usable === wasUsable) return
    if (usable && wasUsable !== null) log.info('The replica is used again.')
    if (!usable)
      log.warn(
        `Reads go to the primary: ${replayed === null ? 'the replica does not respond' : 'the replica is too far behind'}.`,
      )
    wasUsable = usable
  }

  async function run() {
    await probe()
    if (!stopped) timer = setTimeout(() => (probing = run()), intervalMs).unref()
  }
  let probing = run()
  return {
    /** Returns whether the replica may be read: it responds, and is not too far behind. */
    isUsable,
    /** Marks the replica as down until it responds again. */
    reportFailure: () => {
      replayed = null
    },
    /** Resolves after the first probe. */
    ready: probing,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await probing
    },
  }
}

/** Is null for a server that is not a primary: after a failover, the proxy of DATABASE_URL may still lead to a replica. */
const writtenPosition = sql`case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end`
/** A replica that was promoted has everything that it wrote. */
const replayedPosition = sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end`

/** Returns null if the server does not respond. */
async function positionOf({ preparedQuery }: Database, key: string, position: typeof writtenPosition) {
  const compose = () =>
    sql<{ bytes: number | null }>`select pg_wal_lsn_diff(${position}, '0/0')::float8 as bytes`
  const rows = await pTimeout(preparedQuery(key, compose, {}), {
    milliseconds: probeTimeoutMs,
    message: false,
  }).catch(() => undefined)
  return rows?.[0]?.bytes ?? null
}
