/** X24: the data folder is lost, and the site comes back from its last backup, wherever its database is. */
import { readdir, rm } from 'node:fs/promises'
import { generateX25519Identity } from 'age-encryption'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listBackups } from '../../src/server/modules/backup/retention.ts'
import { startEmbeddedPostgres } from '../../src/server/platform/database/embedded/embedded-postgres.ts'
import { temporaryFolder } from '../support/data/backups.ts'
import { runCommand } from '../support/site/command.ts'
import { silentLog } from '../support/site/silent-log.ts'
import { type Site, startSite } from '../support/site/site.ts'

vi.setConfig({ testTimeout: 240_000 })

const paths = ['/api/services', '/api/events', '/api/servicesbyfilter?searchtext=guitar', '/api/categories']

const createSettings = async () => ({
  BACKUP_URL: await temporaryFolder(),
  BACKUP_KEY: await generateX25519Identity(),
  BACKUP_SCHEDULE: 'off',
})

const read = (site: Site) =>
  Promise.all(
    paths.map(async (path) => (await fetch(site.url + path)).text().then((text) => ({ path, text }))),
  )

/** Starts a site and stops it at the end of the test, unless the test has. */
async function start(options: Parameters<typeof startSite>[0]): Promise<Site> {
  const site = await startSite(options)
  let isRunning = true
  const once = (end: () => Promise<void>) => async () => {
    if (isRunning) await end()
    isRunning = false
  }
  onTestFinished(once(site.stop))
  return { ...site, stop: once(site.stop), kill: once(site.kill) }
}

/** Starts a PostgreSQL that belongs to no site. */
async function startExternalDatabase(): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: await temporaryFolder(),
    log: silentLog,
    durable: false,
  })
  onTestFinished(() => postgres.stop())
  return postgres.connectionString
}

test('X24 a site whose data folder is lost is restored from its last backup', async () => {
  const settings = await createSettings()
  const site = await start({ settings })
  const before = await read(site)
  const embedded = { ...settings, DATABASE_URL: '', DATA_DIR: site.folder }
  const backup = await runCommand(['backup', '--schedule'], embedded)
  expect(backup).toMatchObject({ code: 0, problem: '' })
  const { problem } = await runCommand(['restore', 'latest', '--force'], embedded)
  expect(problem).toContain('is in use by another Corkboard')
  await site.kill()
  // PostgreSQL stops soon after the server, and writes until then.
  await rm(site.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })

  const restored = await runCommand(['restore', 'latest'], embedded)
  expect(restored).toMatchObject({ code: 0, problem: '' })
  expect(restored.output).not.toContain('another secret')
  expect(await read(await start({ folder: site.folder, settings }))).toEqual(before)
})

test('X24 a site moves from an external PostgreSQL into the embedded one, and back', async () => {
  const settings = await createSettings()
  const external = {
    ...settings,
    DATABASE_URL: await startExternalDatabase(),
    DATA_DIR: await temporaryFolder(),
  }
  const site = await start({ folder: external.DATA_DIR, databaseUrl: external.DATABASE_URL, settings })
  const before = await read(site)
  expect(await runCommand(['backup', '--schedule'], external)).toMatchObject({ code: 0, problem: '' })
  const { problem } = await runCommand(['restore', 'latest', '--force'], external)
  expect(problem).toContain('A server is using this database')
  await site.stop()

  const embedded = { ...settings, DATABASE_URL: '', DATA_DIR: await temporaryFolder() }
  expect(await runCommand(['restore', 'latest'], embedded)).toMatchObject({ code: 0, problem: '' })
  expect(await runCommand(['backup', '--schedule'], embedded)).toMatchObject({ code: 0, problem: '' })

  const back = { ...settings, DATABASE_URL: await startExternalDatabase(), DATA_DIR: await temporaryFolder() }
  expect(await runCommand(['restore', 'latest'], back)).toMatchObject({ code: 0, problem: '' })
  expect(
    await read(await start({ folder: back.DATA_DIR, databaseUrl: back.DATABASE_URL, settings })),
  ).toEqual(before)
})

test('X24 the server makes the backup that is due by itself', async () => {
  const settings = { ...(await createSettings()), BACKUP_SCHEDULE: '* * * * *' }
  const site = await start({ settings })
  await vi.waitFor(
    async () => expect(listBackups('corkboard', await readdir(settings.BACKUP_URL))).not.toEqual([]),
    {
      timeout: 120_000,
      interval: 500,
    },
  )
  await site.stop()
})
