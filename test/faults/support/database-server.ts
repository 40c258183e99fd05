/** A PostgreSQL of the test's own, for faults between a site and a database elsewhere. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../../../src/server/platform/database/embedded/embedded-postgres.ts'
import { type BreakableProxy, openBreakableProxy } from '../../support/site/breakable-proxy.ts'
import { silentLog } from '../../support/site/silent-log.ts'

/** Starts a server with an empty database. Returns its address. */
export async function startDatabaseServer(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'corkboard-database-'))
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog })
  onTestFinished(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return server.connectionString
}

/** Puts a link that can be cut in front of a server. Returns the address through it. */
export async function linkTo(address: string): Promise<{ address: string; link: BreakableProxy }> {
  const { hostname, port } = new URL(address)
  const link = await openBreakableProxy({ host: hostname, port: Number(port) })
  onTestFinished(() => link.cut())
  const linked = new URL(address)
  linked.host = `127.0.0.1:${link.port}`
  return { address: linked.href, link }
}
