/** Opens the replica of DATABASE_REPLICA_URL and starts watching it. */
import type { Replica } from '../../config/database-settings.ts'
import type { Logger } from '../log.ts'
import { type Database, openDatabase, poolSize } from './database.ts'
import { type ReadDatabase, routeReads } from './replica.ts'
import { monitorReplica, type ReplicaMonitor } from './replica-monitor.ts'

export type OpenReplica = ReadDatabase & { monitor: ReplicaMonitor; close: () => Promise<void> }

type ReplicaOptions = Replica & { timeZone: string; log: Logger; connections?: number }

/** Does not fail if the replica is down: reads then go to the primary until it responds. */
export async function openReplica(
  primary: Database,
  { url, maxLagSeconds, timeZone, log, connections = poolSize() }: ReplicaOptions,
): Promise<OpenReplica> {
  const replica = openDatabase({ connectionString: url, timeZone, log, connections })
  const monitor = monitorReplica({ primary, replica, maxLagSeconds, log })
  await monitor.ready
  return {
    ...routeReads(primary, replica, monitor),
    monitor,
    async close() {
      await monitor.stop()
      await replica.close()
    },
  }
}
