/** How processes connect: with patience while they start, and never to a database that is too new for them. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { slowUnless } from '../../test/support/checks/slow.ts'
import { temporaryFolder } from '../../test/support/data/backups.ts'
import { createDatabase } from '../../test/support/site/app.ts'
import { openBreakableProxy } from '../../test/support/site/breakable-proxy.ts'
import { runCommand } from '../../test/support/site/command.ts'
import { silentLog } from '../../test/support/site/silent-log.ts'
import { startSite } from '../../test/support/site/site.ts'
import { readConfig } from './config/environment.ts'
import { exitCodes } from './config/start-error.ts'
import { startDatabase } from './start-database.ts'

/** Longer than a request may wait for a connection. */
const slowMs = 6_000

test('a start waits for a PostgreSQL that is slow, and requests do not', { timeout: 180_000 }, async () => {
  const { address } = await createDatabase()
  const { hostname, port } = new URL(address)
  const proxy = await openBreakableProxy({ host: hostname, port: Number(port) })
  const proxied = new URL(address)
  proxied.host = `127.0.0.1:${proxy.port}`
  onTestFinished(() => proxy.cut())
  const whileFrozen = async (work: () => Promise<unknown>) => {
    proxy.freeze()
    const working = work()
    await Promise.race([working.catch(() => {}), delay(slowMs)])
    proxy.thaw()
    return working
  }
  const config = readConfig({ DATABASE_URL: proxied.href, DATA_DIR: await temporaryFolder() })
  let running: Awaited<ReturnType<typeof startDatabase>> | undefined
  await whileFrozen(async () => {
    running = await startDatabase(config, silentLog, 4)
  })
  if (!running) throw new Error('There is no connection.')
  const { database, withoutStatementTimeout, stop } = running
  onTestFinished(stop)
  const select = sql`select 1 as one`
  // More than one, so that they open new connections.
  const both = () => Promise.all([select, select].map((query) => query.execute(database.kysely)))
  await whileFrozen(() =>
    Promise.all([both(), withoutStatementTimeout((owner) => select.execute(owner.kysely))]),
  )

  database.limitWaits()
  const started = performance.now()
  await expect(whileFrozen(both)).rejects.toThrow()
  expect(performance.now() - started).toBeLessThan(slowMs)
})

async function migratedByNewer(oldestMigration: string) {
  const { database, address } = await createDatabase()
  await sql`insert into migration (name, timestamp) values ('9998_newer', now()::text), ('9999_newest', now()::text)`.execute(
    database.kysely,
  )
  await sql`update schema_compatibility set oldest_migration = ${oldestMigration}, migrated_by = '7.0.0'`.execute(
    database.kysely,
  )
  return { database, address }
}

const tooOld =
  /The database needs a version of Corkboard that has the migration 9998_newer, such as 7\.0\.0, .* Install Corkboard 7\.0\.0\./

test('a program that is too old for the schema refuses to start', { timeout: 240_000 }, async () => {
  const { database, address } = await migratedByNewer('9998_newer')
  await expect(startSite({ databaseUrl: address, demo: false })).rejects.toThrow(
    new RegExp(`exited with code ${exitCodes.config} before it was ready:\\n${tooOld.source}`),
  )
  const { rows } = await sql`select oldest_migration from schema_compatibility`.execute(database.kysely)
  expect(rows).toEqual([{ oldest_migration: '9998_newer' }])
})

const commands = ['admin list', 'migrate', 'backup', 'import -', 'reindex', 'restore site.tar.zst', 'doctor']
for (const [index, command] of commands.entries())
  test(`“${command}” of a program that is too old refuses too`, slowUnless(index === 0), async () => {
    const { address } = await migratedByNewer('9998_newer')
    const DATA_DIR = await temporaryFolder()
    // It is not read.
    await writeFile(join(DATA_DIR, 'site.tar.zst'), '')
    const settings = { DATABASE_URL: address, DATA_DIR, BACKUP_URL: DATA_DIR }
    const { code, output, problem } = await runCommand(command.split(' '), settings)
    expect([code, output + problem]).toEqual([1, expect.stringMatching(tooOld)])
  })

const misspelled = { STORAGE_URI: 's3://pictures' }
const warningsIn = (output: string) =>
  output.match(/STORAGE_URI is not a setting of Corkboard\. Did you mean STORAGE_URL\?/g)

test('the previous version starts on the newer schema, and says so', { timeout: 240_000 }, async () => {
  const { database, address } = await migratedByNewer('0001_catalogue')
  const site = await startSite({ databaseUrl: address, demo: false, settings: misspelled })
  onTestFinished(() => site.stop())
  expect(warningsIn(site.output()), 'warnings of a misspelled setting').toHaveLength(1)
  expect(site.output()).toContain('Corkboard 7.0.0 has migrated the database (9999_newest).')
  const { rows } = await sql`select oldest_migration, migrated_by from schema_compatibility`.execute(
    database.kysely,
  )
  expect(rows).toEqual([{ oldest_migration: '0001_catalogue', migrated_by: '7.0.0' }])
})

test('a start with the supervisor warns once of a misspelled setting', { tags: ['slow'] }, async () => {
  const { address } = await createDatabase()
  const site = await startSite({ databaseUrl: address, demo: false, supervised: true, settings: misspelled })
  await site.stop()
  expect(warningsIn(site.output())).toHaveLength(1)
})
