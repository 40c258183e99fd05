/** Starts that are interrupted or meet: the schema is complete once, and a reader never holds everyone up. */
import { randomInt } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isMigrated } from '../../src/server/platform/database/migrate.ts'
import { readMigrationNames } from '../../src/server/platform/database/migration-files.ts'
import { startDatabaseServer } from './support/database-server.ts'
import { startFaultySite, untilServing } from './support/faulty-site.ts'
import { processesIn, signal } from './support/processes.ts'

const kills = process.env.FAULTS === 'all' ? 10 : 3

test(`X20: a first start that is killed ${kills} times completes in the end`, async () => {
  const site = await startFaultySite()
  await site.withDatabase(async ({ kysely }) => {
    await sql`drop schema public, graphile_worker cascade`.execute(kysely)
    await sql`create schema public`.execute(kysely)
  })
  await site.kill()
  for (let count = 0; count < kills; count += 1) {
    const starting = site.start().catch(() => {})
    await delay(randomInt(300, 2500))
    const servers = (await processesIn(site.folder)).filter((command) => command.includes('dist/programs/'))
    signal(
      servers.map((command) => Number.parseInt(command, 10)),
      'SIGKILL',
    )
    await starting
  }
  await site.start()
  await untilServing(site, performance.now())
  await site.withDatabase(async (database) => expect(await isMigrated(database)).toBe(true))
})

/** Servers on one database need the same secret, and one folder of pictures, which this id names. */
const SECRET = 'a secret of two servers, for this test only'
async function createSharedFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-e2e-'))
  await writeFile(join(folder, 'folder-id'), '0193e0a4-0000-7000-8000-000000000001')
  return folder
}

test('X20: two servers that start on one empty database both serve', async () => {
  const databaseUrl = await startDatabaseServer()
  const start = async () =>
    startFaultySite({ databaseUrl, folder: await createSharedFolder(), settings: { SECRET } })
  const sites = await Promise.all([start(), start()])
  for (const site of sites) await untilServing(site, performance.now())
  const { rows } = await sites[0].withDatabase(({ kysely }) =>
    sql`select name from migration`.execute(kysely),
  )
  expect(rows).toHaveLength((await readMigrationNames()).length)
})
