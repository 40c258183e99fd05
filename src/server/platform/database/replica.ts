/** Routes the reads of a request to the primary or to a replica, and to the other one if that fails (decision 029). */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Replica } from '../../config/database-settings.ts'
import type { Logger } from '../log.ts'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { monitorReplica, type ReplicaMonitor } from './replica-monitor.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

type ServerName = 'primary' | 'replica'

/** Runs a request, whose reads go to the replica if it may and can read it. Reads outside of requests go to the primary. */
export type RunRequest = <Result>(mayReadReplica: boolean, work: () => Result) => Result

/** A database for reading. Transactions run on the primary's own `Database`. */
export type ReadDatabase = {
  reader: Database
  /** The replica itself, for what cannot be routed. */
  replica: Database
  runRequest: RunRequest
}

export type OpenReplica = Awaited<ReturnType<typeof openReplica>>

type ReplicaOptions = Replica & { timeZone: DatabaseOptions['timeZone']; log: Logger; connections?: number }

/** Opens the replica and watches it. Does not fail if it is down: reads then go to the primary until it responds. */
export async function openReplica(primary: Database, { url, maxLagSeconds, ...options }: ReplicaOptions) {
  const replica = openDatabase({ ...options, connectionString: url })
  const monitor = monitorReplica({ primary, replica, maxLagSeconds, log: options.log })
  await monitor.ready
  return {
    ...routeReads(primary, replica, monitor),
    replica,
    monitor,
    async close() {
      await monitor.stop()
      await replica.close()
    },
  }
}

function routeReads(primary: Database, replica: Database, monitor: ReplicaMonitor) {
  /** The server that the current request reads. */
  const requests = new AsyncLocalStorage<{ server: ServerName }>()
  const servers: Record<ServerName, Database> = { primary, replica }

  async function read<Result>(run: (database: Database) => Promise<Result>): Promise<Result> {
    const request = requests.getStore()
    const server = request?.server ?? 'primary'
    try {
      return await run(servers[server])
    } catch (error) {
      if (server === 'replica' && isDatabaseUnavailable(error)) monitor.reportFailure()
      if (!request || !isWorthRepeating(error)) throw error
      if (server === 'primary' && !monitor.isUsable()) throw error
      request.server = server === 'primary' ? 'replica' : 'primary'
      return run(servers[request.server])
    }
  }

  const isReplicaChosen = () => requests.getStore()?.server === 'replica'

  const preparedQuery: Database['preparedQuery'] = async (...query) => {
    const rows = await read((database) => database.preparedQuery(...query))
    if (rows.length > 0 || !isReplicaChosen()) return rows
    // A link may be shared before the replica knows what it leads to.
    return primary.preparedQuery<(typeof rows)[number]>(...query).catch(() => rows)
  }

  const query = (text: string, values: unknown[]) => read(({ pool }) => pool.query(text, values))
  const reader: Database = {
    ...primary,
    preparedQuery,
    kysely: new Kysely({ dialect: new PostgresDialect({ pool: poolOf(query) }) }),
    replica: { primary, database: replica, isChosen: isReplicaChosen },
  }
  const runRequest: RunRequest = (mayReadReplica, work) =>
    requests.run({ server: mayReadReplica && monitor.isUsable() ? 'replica' : 'primary' }, work)
  return { reader, runRequest }
}

/** A replica cancels queries that need rows which its primary has removed (serialization_failure). */
const recoveryConflict = '40001'
/** Repeating a slow query would only take twice as long. */
const queryCanceled = '57014'

function isWorthRepeating(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === recoveryConflict || (isDatabaseUnavailable(error) && code !== queryCanceled)
}

type Query = (text: string, values: unknown[]) => Promise<unknown>

/** Returns a pool for Kysely whose connections choose a server for every query, and so cannot run transactions. */
function poolOf(query: Query): PostgresPool {
  const client = {
    query(text: string, values: unknown[]) {
      if (/^(begin|start transaction)/.test(text))
        throw new Error('Transactions do not run on the reading database.')
      return query(text, values)
    },
    release() {},
  }
  return { connect: async () => client as never, end: async () => {}, options: {} }
}
