/**
 * Starts PostgreSQL in a temporary folder once per test run, or uses the server of TEST_DATABASE_URL. Creates a template
 * database with the schema and the catalog.
 */
import { mkdtemp, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadCatalog } from '../../../src/server/modules/catalog/load-catalog.ts'
import { openDatabase } from '../../../src/server/platform/database/database.ts'
import { locateCluster } from '../../../src/server/platform/database/embedded/cluster.ts'
import { startEmbeddedPostgres } from '../../../src/server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '../../../src/server/platform/database/migrate.ts'
import { administer, databaseAt, templateName } from './databases.ts'
import { memoryFolder, openRunFolder } from './memory-folder.ts'
import { silentLog } from './silent-log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
    /** The folder of PostgreSQL's logs; null with TEST_DATABASE_URL. */
    databaseLogs: string | null
  }
}

export default async function setup(project: TestProject) {
  const removeRunFolder = await openRunFolder()
  const folder = await mkdtemp(join(await memoryFolder(), 'corkboard-test-'))
  const externalServer = process.env.TEST_DATABASE_URL
  const embedded = externalServer
    ? null
    : await startEmbeddedPostgres({ dataDir: folder, log: silentLog, durable: false })
  const server = externalServer ?? embedded?.connectionString ?? ''
  await administer(server, `drop database if exists ${templateName}`)
  await administer(server, `create database ${templateName}`)
  const template = openDatabase({
    connectionString: databaseAt(server, templateName),
    timeZone: 'America/New_York',
    log: silentLog,
    connections: 5,
    // Without the limits for requests: on a busy machine, creating the template takes long.
    statementTimeoutMs: 0,
    patient: true,
  })
  await migrate(template)
  await loadCatalog(template)
  await template.close()
  project.provide('databaseServer', server)
  project.provide('databaseLogs', embedded && join(await locateCluster(await realpath(folder)), 'log'))

  return async () => {
    if (externalServer) await administer(server, `drop database if exists ${templateName}`)
    await embedded?.stop()
    await removeRunFolder()
  }
}
