/** Records the running servers. One refuses to start beside another with other settings: half of the requests would fail. */
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { StartError } from '../../config/start-error.ts'
import type { Logger } from '../log.ts'
import { limitLines } from '../logging/limit-lines.ts'
import type { Connection, Database } from './database.ts'

const renewEveryMs = 15_000
/** A server that has not been seen for this long is gone. */
const goneAfter = '60 seconds'

/** What all servers must have in common, by the name of the variable. */
export type SharedSettings = Record<string, string>

type Registration = { stop: () => Promise<void> }

/** `publicUrl` is for the commands, and can differ from that of other servers. Throws a StartError if a running server has other settings. */
export async function registerServer(
  database: Database,
  { settings, publicUrl }: { settings: SharedSettings; publicUrl: string },
  log: Logger,
): Promise<Registration> {
  const recorded = { ...settings, PUBLIC_URL: publicUrl }
  const server = { id: uuid(), name: `${hostname()}, process ${process.pid}`, settings: recorded }
  await database.kysely.transaction().execute(async (tx) => {
    // Two servers that start at the same time see each other.
    await sql`select pg_advisory_xact_lock(hashtext('running_server'))`.execute(tx)
    await sql`delete from running_server where seen < clock_timestamp() - ${goneAfter}::interval`.execute(tx)
    for (const other of await tx.selectFrom('running_server').select(['name', 'settings']).execute()) {
      const different = Object.keys(settings).filter((name) => other.settings[name] !== settings[name])
      if (different.length > 0) throw new StartError(differentSettings(different, other.name))
    }
    await renew(tx, server)
  })
  const limited = limitLines(log)
  const timer = setInterval(() => {
    renew(database.kysely, server).catch((error: Error) =>
      limited.warn(`Could not record that this server is running (${error.message}).`),
    )
  }, renewEveryMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await database.kysely
        .deleteFrom('running_server')
        .where('id', '=', server.id)
        .execute()
        .catch(() => {})
    },
  }
}

/** Returns the public URL of the server that started last; null if none is running, or only those of an older version. */
export async function findRunningPublicUrl({ kysely }: Database): Promise<string | null> {
  const { rows } = await sql<{ url: string | null }>`
    select settings ->> 'PUBLIC_URL' as url from running_server
    where seen >= clock_timestamp() - ${goneAfter}::interval order by id desc limit 1`.execute(kysely)
  return rows[0]?.url ?? null
}

/** Inserts the row again if it is gone, because a failover empties unlogged tables. */
async function renew(
  connection: Connection,
  { id, name, settings }: { id: string; name: string; settings: SharedSettings },
) {
  await sql`
    insert into running_server (id, name, settings) values (${id}, ${name}, ${JSON.stringify(settings)})
    on conflict (id) do update set seen = clock_timestamp()`.execute(connection)
}

const differentSettings = (names: string[], server: string) =>
  `Another server of this site (${server}) has a different ${names.join(' and ')}. All servers on one database need the same. If that server has stopped, try again in a minute.`
