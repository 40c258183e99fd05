import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { slowUnless } from '../../test/support/checks/slow.ts'
import { contentOf, createEmptySite, temporaryFolder } from '../../test/support/data/backups.ts'
import { createManyListings } from '../../test/support/data/factories.ts'
import { createDatabase } from '../../test/support/site/app.ts'
import { startBucketServer } from '../../test/support/site/bucket-server.ts'
import { runCommand, startCommand } from '../../test/support/site/command.ts'
import { siteSecret } from '../server/config/secret.ts'

/** Creates a site with listings, and the settings of commands for it. */
async function createSite(settings: Record<string, string> = {}) {
  const { database, address } = await createDatabase()
  await createManyListings(database, 50)
  const folder = await temporaryFolder()
  await siteSecret({ secret: null, dataDir: join(folder, 'data') })
  return {
    database,
    folder,
    settings: { DATABASE_URL: address, DATA_DIR: join(folder, 'data'), ...settings },
  }
}

async function createTarget(settings: Record<string, string> = {}) {
  const { database, address, folder } = await createEmptySite()
  return { database, settings: { DATABASE_URL: address, DATA_DIR: folder, ...settings } }
}

/** The record of a backup is written after its snapshot. */
async function expectSameContent(a: Parameters<typeof contentOf>[0], b: Parameters<typeof contentOf>[0]) {
  const [{ backup_run: _, sequences: __, ...content }, { backup_run: ___, sequences: ____, ...expected }] =
    await Promise.all([contentOf(a), contentOf(b)])
  expect(content).toEqual(expected)
}

test('writes a file that restores the site, once', async () => {
  const site = await createSite()
  const file = join(site.folder, 'site.tar.zst')
  const backup = await runCommand(['backup', file], site.settings)
  expect(backup).toMatchObject({ code: 0, problem: '' })
  expect(backup.output).toMatch(/^Wrote .*site\.tar\.zst: .* rows, 0 picture files\.\nIt is not encrypted/)
  expect(await runCommand(['backup', file], site.settings)).toMatchObject({
    code: 1,
    problem: expect.stringContaining('already exists'),
  })
  const target = await createTarget()
  expect(await runCommand(['restore', file], target.settings)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Restored Corkboard as of .*\nThe site has another secret than before/),
  })
  await expectSameContent(target.database, site.database)
  expect(await runCommand(['restore', file], target.settings)).toMatchObject({
    code: 1,
    problem: expect.stringContaining('This site is not empty: it has 50 ads'),
  })
  expect(await runCommand(['restore', file, '--force'], target.settings)).toMatchObject({ code: 0 })
})

for (const [index, [name, problem]] of (
  [
    ['site.tar.zst', 'There is no backup at '],
    ['latest', 'BACKUP_URL is not set'],
  ] as const
).entries())
  test(
    `“restore ${name}” of a backup that is missing creates no database`,
    slowUnless(index === 0),
    async () => {
      const folder = await temporaryFolder()
      const argument = name === 'latest' ? name : join(folder, name)
      const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '', BACKUP_URL: '' }
      expect(await runCommand(['restore', argument], settings)).toMatchObject({
        code: 1,
        problem: expect.stringContaining(problem),
      })
      expect(await readdir(folder)).toEqual([])
    },
  )

test('writes the archive alone to standard output', { tags: ['slow'] }, async () => {
  const identity = await generateX25519Identity()
  const site = await createSite({ BACKUP_KEY: identity })
  const { code, stdout, problem } = await runCommand(['backup', '-'], site.settings)
  expect({ code, problem }).toEqual({ code: 0, problem: '' })
  const file = join(site.folder, 'site.tar.zst.age')
  await writeFile(file, stdout)
  const target = await createTarget()
  const restoreWith = (BACKUP_KEY: string) =>
    runCommand(['restore', file], { ...target.settings, BACKUP_KEY })
  expect(await restoreWith('')).toMatchObject({
    code: 1,
    problem: 'The archive is encrypted. Set BACKUP_KEY to the key it was encrypted with.\n',
  })
  expect(await restoreWith(await generateX25519Identity())).toMatchObject({
    code: 1,
    problem: expect.stringMatching(/^BACKUP_KEY does not decrypt this archive/),
  })
  expect(await restoreWith(identity)).toMatchObject({ code: 0 })
  await expectSameContent(target.database, site.database)
})

test('a name that exists in the bucket is refused with a sentence', { tags: ['slow'] }, async () => {
  const server = await startBucketServer()
  onTestFinished(() => server.close())
  const { settings } = await createSite()
  const place = server.url.replace('?', '/mine.tar.zst?')
  expect(await runCommand(['backup', place], settings)).toMatchObject({ code: 0, problem: '' })
  const again = await runCommand(['backup', place], settings)
  expect(again.code).toBe(1)
  expect(again.problem).toMatch(/^\S+ already exists\. Choose another name\.\n$/)
})

test('scheduled backups go into a bucket, old ones are deleted, and latest restores the newest', {
  tags: ['slow'],
}, async () => {
  const server = await startBucketServer()
  onTestFinished(() => server.close())
  const identity = await generateX25519Identity()
  const site = await createSite({
    BACKUP_URL: server.url,
    BACKUP_KEEP: 'daily=1',
    BACKUP_KEY: await identityToRecipient(identity),
  })
  const first = await runCommand(['backup', '--schedule'], site.settings)
  expect(first).toMatchObject({ code: 0, problem: '' })
  expect(first.output).toMatch(/^Wrote s3:\/\/pictures\/board\/corkboard-.*Z\.tar\.zst\.age: /)
  // The names of backups have seconds.
  const ended = Date.now()
  await vi.waitFor(() => expect(Date.now() - ended).toBeGreaterThan(1000), { timeout: 30_000 })
  const second = await runCommand(['backup', '--schedule'], site.settings)
  expect(second).toMatchObject({ code: 0, problem: '' })
  expect(second.output).toMatch(/\nDeleted corkboard-.*\.tar\.zst\.age\.\n$/)
  expect(await server.keys()).toHaveLength(1)
  const { rows } = await sql`select scheduled, encrypted, bytes > 0 as stored, error from backup_run`.execute(
    site.database.kysely,
  )
  expect(rows).toEqual(Array(2).fill({ scheduled: true, encrypted: true, stored: true, error: '' }))
  const target = await createTarget({ BACKUP_URL: server.url, BACKUP_KEY: identity })
  expect(await runCommand(['restore', 'latest'], target.settings)).toMatchObject({ code: 0 })
  await expectSameContent(target.database, site.database)
})

test('a failure is recorded', async () => {
  const site = await createSite()
  await writeFile(join(site.folder, 'file'), '')
  const settings = { ...site.settings, BACKUP_URL: join(site.folder, 'file') }
  expect(await runCommand(['backup', '--schedule'], settings)).toMatchObject({ code: 1 })
  const { rows } = await sql`select scheduled, bytes, error from backup_run`.execute(site.database.kysely)
  expect(rows).toEqual([
    { scheduled: true, bytes: null, error: expect.stringContaining('is a file, not a folder') },
  ])
})

for (const [index, command] of ['backup --schedule', 'backup', 'backup FILE'].entries())
  test(
    `“${command}” refuses a folder whose disk is not mounted, and does not create it`,
    slowUnless(index === 0),
    async () => {
      const site = await createSite()
      const place = join(site.folder, 'not-mounted')
      const args = command.replace('FILE', join(place, 'site.tar.zst')).split(' ')
      const BACKUP_URL = command.endsWith('FILE') ? '' : place
      const BACKUP_KEY = command.endsWith('--schedule') ? 'correct horse battery staple' : ''
      expect(await runCommand(args, { ...site.settings, BACKUP_URL, BACKUP_KEY })).toMatchObject({
        code: 1,
        output: '',
        problem: `The backup folder ${place} does not exist. Mount its disk, or create the folder.\n`,
      })
      expect(await readdir(site.folder)).toEqual(['data'])
    },
  )

test('a backup without the secret of the site is refused, because a new one would not fit', async () => {
  const { settings } = await createSite()
  const DATA_DIR = join(settings.DATA_DIR, 'wrong')
  const { code, problem } = await runCommand(['backup'], { ...settings, DATA_DIR })
  expect([code, problem]).toEqual([1, expect.stringContaining('does not contain the secret of the site')])
  await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT')
})

test('a backup that is ended by SIGTERM leaves nothing at all', { tags: ['slow'] }, async () => {
  expect(await leftBy('SIGTERM')).toEqual([])
})

test('a backup that is ended by SIGKILL leaves no archive', { tags: ['slow'] }, async () => {
  expect(await leftBy('SIGKILL')).not.toContain('site.tar.zst')
})

/** Ends a backup while it is writing, and returns the files that it leaves. */
async function leftBy(signal: NodeJS.Signals): Promise<string[]> {
  const site = await createSite()
  // In batches: statements have a timeout of a few seconds.
  for (let batch = 0; batch < 10; batch += 1)
    await sql`insert into listing_count (kind, topic_id, place_id, change)
      select 'service', n, n, 0 from generate_series(1, 50000) n`.execute(site.database.kysely)
  const folder = join(site.folder, 'backups')
  await mkdir(folder)
  const { child, result } = startCommand(['backup', join(folder, 'site.tar.zst')], site.settings)
  await vi.waitFor(async () => expect(await readdir(folder)).not.toEqual([]), {
    timeout: 60_000,
    interval: 2,
  })
  child.kill(signal)
  expect((await result).code).not.toBe(0)
  const left = await readdir(folder)
  expect(await runCommand(['backup', join(folder, 'site.tar.zst')], site.settings)).toMatchObject({ code: 0 })
  return left
}

for (const [index, [args, message]] of (
  [
    ['restore', 'Enter the backup to restore'],
    ['restore /nowhere/site.tar.zst', 'There is no backup at /nowhere/site.tar.zst.'],
    ['restore s3://bucket?region=x', 'Enter the whole name of the backup'],
    ['backup --schedule', 'Set BACKUP_URL'],
  ] as const
).entries())
  test(`“${args}”, which cannot work, fails with a sentence`, slowUnless(index === 0), async () => {
    const { settings } = await createTarget()
    expect(await runCommand(args.split(' '), settings)).toMatchObject({
      code: 1,
      problem: expect.stringContaining(message),
    })
  })
