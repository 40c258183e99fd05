/**
 * Routes reads to the primary or to a replica. A read goes to the replica if its request allows it and the replica is not
 * too far behind; if the chosen server does not respond, the read is repeated on the other one (decision 029).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Database } from './database.ts'
import { type ReplicaMonitor, writePositionOf } from './replica-monitor.ts'
import { isDatabaseUnavailable } from './unavailable.ts'
import type { WalPosition } from './wal-position.ts'

type ServerName = 'primary' | 'replica'

export type ReadRouting = {
  /**
   * Runs `work`, whose reads may go to the replica once it has replayed everything up to `after`. Reads outside of it go
   * to the primary.
   */
  allowReplica: <Result>(after: WalPosition | null, work: () => Result) => Result
  /** Returns the position that a reader must reach to see everything written so far. */
  writePosition: () => Promise<string | null>
}

/** A database for reading. Transactions run on the primary's own `Database`. */
export type ReadDatabase = {
  reader: Database
  /** The replica itself, for what cannot be routed. */
  replica: Database
  routing: ReadRouting
}

/** Either the reader may use the replica, or a group of reads stays on one server. */
type Context = { after: WalPosition | null } | { only: ServerName }

export function routeReads(primary: Database, replica: Database, monitor: ReplicaMonitor): ReadDatabase {
  const contexts = new AsyncLocalStorage<Context>()
  const servers: Record<ServerName, Database> = { primary, replica }

  /** Returns where to read, in order of preference. */
  function choices(): ServerName[] {
    const context = contexts.getStore()
    if (context && 'only' in context) return [context.only]
    if (context && monitor.isUsable(context.after)) return ['replica', 'primary']
    return monitor.isUsable(null) ? ['primary', 'replica'] : ['primary']
  }

  async function read<Result>(run: (server: ServerName) => Promise<Result>): Promise<Result> {
    const [first = 'primary', second] = choices()
    try {
      return await run(first)
    } catch (error) {
      if (first === 'replica' && isDatabaseUnavailable(error)) monitor.reportFailure()
      if (!second || !isWorthRepeating(error)) throw error
      return run(second)
    }
  }

  const preparedQuery: Database['preparedQuery'] = async (...query) => {
    const run = (server: ServerName) => servers[server].preparedQuery(...query)
    let source: ServerName = 'primary'
    const rows = await read((server) => {
      source = server
      return run(server)
    })
    // A link may be shared before the replica knows the listing.
    const isFinal = rows.length > 0 || source === 'primary' || isPinned()
    return isFinal ? rows : run('primary').catch(() => rows)
  }
  const isPinned = () => 'only' in (contexts.getStore() ?? {})

  const query = (text: string, values: unknown[]) =>
    read((server) => servers[server].pool.query(text, values))
  return {
    reader: {
      ...primary,
      preparedQuery,
      kysely: new Kysely({ dialect: new PostgresDialect({ pool: poolOf(query) }) }),
      onOneServer: (run) => read((server) => contexts.run({ only: server }, () => run(server))),
    },
    replica,
    routing: {
      allowReplica: (after, work) => contexts.run({ after }, work),
      writePosition: () => writePositionOf(primary),
    },
  }
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
