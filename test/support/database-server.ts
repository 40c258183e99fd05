/**
 * Once per test run: a PostgreSQL in a temporary folder with a template database that holds the schema and the
 * catalog. With TEST_DATABASE_URL that server is used instead.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadCatalog } from '../../src/server/modules/catalog/load-catalog.ts'
import { openDatabase } from '../../src/server/platform/database/database.ts'
import { startEmbeddedPostgres } from '../../src/server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { administer, databaseAt, templateName } from './databases.ts'
import { silentLog } from './silent-log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-test-'))
  const given = process.env.TEST_DATABASE_URL
  const embedded = given
    ? null
    : await startEmbeddedPostgres({ dataDir: folder, log: silentLog, durable: false })
  const server = given ?? embedded?.connectionString ?? ''
  await administer(server, `drop database if exists ${templateName}`)
  await administer(server, `create database ${templateName}`)
  const template = openDatabase({
    connectionString: databaseAt(server, templateName),
    timeZone: 'America/New_York',
    log: silentLog,
    connections: 5,
  })
  await migrate(template)
  await loadCatalog(template)
  await template.close()
  project.provide('databaseServer', server)

  return async () => {
    if (given) await administer(server, `drop database if exists ${templateName}`)
    await embedded?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
