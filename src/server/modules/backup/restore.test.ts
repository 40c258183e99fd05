import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createUser } from '../../../../test/support/data/accounts.ts'
import {
  archiveOf,
  contentOf,
  createEmptySite,
  createFilledSite,
  type FilledSite,
  picturesIn,
  restoreInto,
  streamOf,
  type TestSite,
} from '../../../../test/support/data/backups.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import {
  createDatabaseBeforeBaseline,
  insertOldPlaces,
  schemaOf,
} from '../../../../test/support/data/schema.ts'
import { createTestApp } from '../../../../test/support/site/app.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import type { Database } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { adoption, readMigrationNames } from '../../platform/database/migration-files.ts'
import { startJobs } from '../../platform/jobs/runner.ts'
import { countRunningServers } from '../../platform/jobs/stale-locks.ts'
import { loadCatalog } from '../catalog/load-catalog.ts'
import { deleteUnusedPictures } from '../media/jobs.ts'

let filled: FilledSite
let archive: Buffer
beforeAll(async () => {
  filled = await createFilledSite()
  archive = await archiveOf(filled.site)
})

/** Expects that nobody has written to the site. */
async function expectUntouched({ database, folder }: TestSite) {
  const { rows } = await sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace
    union all select nspname from pg_namespace where nspname = 'graphile_worker'`.execute(database.kysely)
  expect(rows).toEqual([])
  expect(await picturesIn(folder)).toEqual({})
}

describe('a damaged archive', () => {
  test('is detected before anything is written, wherever one bit is flipped', async () => {
    const target = await createEmptySite()
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: archive.length * 8 - 1 }), async (bit) => {
        const damaged = Buffer.from(archive)
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        await expect(restoreInto(target, damaged, { force: true })).rejects.toThrow(/damaged|not a backup/)
      }),
      { numRuns: 60 },
    )
    await expectUntouched(target)
  })

  test('is detected before anything is written when it is cut off', async () => {
    const target = await createEmptySite()
    for (const part of [0.1, 0.5, 0.9, 0.9999])
      await expect(
        restoreInto(target, archive.subarray(0, Math.floor(archive.length * part))),
      ).rejects.toThrow('damaged or incomplete')
    await expectUntouched(target)
  })

  test('that is replaced by another after its verification changes nothing', { tags: ['slow'] }, async () => {
    const target = await createEmptySite()
    const archives = [archive, await archiveOf((await createFilledSite()).site)]
    const open = async () => streamOf(archives.shift() ?? archive)()
    await expect(restoreInto(target, archive, { open })).rejects.toThrow('changed while it was restored')
    const { rows } =
      await sql`select relname from pg_class where relnamespace = 'public'::regnamespace`.execute(
        target.database.kysely,
      )
    expect(rows).toEqual([])
  })
})

describe('a site that is not empty', () => {
  test('is refused and stays as it is', async () => {
    const target = await createEmptySite()
    await migrate(target.database)
    await loadCatalog(target.database)
    await createUser(target.database)
    const before = await contentOf(target.database)
    await expect(restoreInto(target, archive)).rejects.toThrow(
      'This site is not empty: it has 1 account, 1 profile. Add --force',
    )
    expect(await contentOf(target.database)).toEqual(before)
  })

  test('counts as empty while it has only the catalog', { tags: ['slow'] }, async () => {
    const target = await createEmptySite()
    await migrate(target.database)
    await loadCatalog(target.database)
    await restoreInto(target, archive)
    expect((await contentOf(target.database)).listing).toEqual(
      (await contentOf(filled.site.database)).listing,
    )
  })

  test('is replaced with --force, and its pictures are deleted', { tags: ['slow'] }, async () => {
    const other = await createFilledSite()
    const target = await createEmptySite()
    await restoreInto(target, await archiveOf(other.site))
    await restoreInto(target, archive, { force: true })
    expect(await schemaOf(target.database)).toEqual(await schemaOf(filled.site.database))
    await deleteUnusedPictures({ ...target.pictures, database: target.database })
    expect(await picturesIn(target.folder)).toEqual(await picturesIn(filled.site.folder))
    const { image, ...content } = await contentOf(target.database)
    const { image: expectedImages, ...expected } = await contentOf(filled.site.database)
    expect(content).toEqual(expected)
    expect(image).toMatchObject({ count: (expectedImages as { count: number }).count })
  })

  test('stays as it is when the restore fails halfway', { tags: ['slow'] }, async () => {
    const target = await createEmptySite()
    await restoreInto(target, archive)
    const before = await contentOf(target.database)
    const full = Object.assign(new Error('No space left on device'), { code: 'ENOSPC' })
    const store = { ...target.pictures.store, put: () => Promise.reject(full) }
    await expect(
      restoreInto({ ...target, pictures: { ...target.pictures, store } }, archive, { force: true }),
    ).rejects.toBe(full)
    expect(await contentOf(target.database)).toEqual(before)
  })

  test('is refused even with --force if it shares its database with another program', async () => {
    const target = await createEmptySite()
    await sql`create table invoice (id integer)`.execute(target.database.kysely)
    await expect(restoreInto(target, archive, { force: true })).rejects.toThrow(
      "contains tables that are not Corkboard's: invoice",
    )
  })
})

test('a restore is refused while a server uses the database', async () => {
  const target = await createEmptySite()
  await restoreInto(target, archive)
  const before = await contentOf(target.database)
  const jobs = startJobs({ connectionString: target.address, tasks: {}, log: silentLog })
  onTestFinished(() => jobs.stop())
  await vi.waitFor(async () => expect(await countRunningServers(target.database.kysely)).toBe(1), {
    timeout: 60_000,
  })
  await expect(restoreInto(target, archive, { force: true })).rejects.toThrow(
    'A server is using this database',
  )
  expect(await contentOf(target.database)).toEqual(before)
})

/** Without what has the time of the migration. */
async function migratedContentOf(database: Database) {
  const { migration: _, ...content } = await contentOf(database)
  return content
}

describe('versions', () => {
  test('an archive from before the baseline is brought to it after it is restored', async () => {
    const { database, address } = await createDatabaseBeforeBaseline()
    await insertOldPlaces(database)
    await createListing(database, { title: 'From an older version' })
    await sql`insert into search_word (word, stem) values ('accordion', 'accordion')`.execute(database.kysely)
    const oldSite = { database, address, folder: '', pictures: filled.site.pictures }
    const target = await createEmptySite()
    const { migrated } = await restoreInto(target, await archiveOf(oldSite))
    expect(migrated).toEqual([adoption, ...(await readMigrationNames()).slice(1)])
    await migrate(database)
    expect(await migratedContentOf(target.database)).toEqual(await migratedContentOf(database))
    expect(await schemaOf(target.database)).toEqual(await schemaOf(filled.site.database))
  })

  test('an older archive is refused', async () => {
    const { database, address } = await createDatabaseBeforeBaseline()
    await sql`delete from migration where name > '0060'`.execute(database.kysely)
    const oldSite = { database, address, folder: '', pictures: filled.site.pictures }
    const target = await createEmptySite()
    await expect(restoreInto(target, await archiveOf(oldSite))).rejects.toThrow(
      'its newest migration is 0059_networks_of_accounts, and 0068_listing_changes is required',
    )
    await expectUntouched(target)
  })

  test('an archive of a newer version is refused', { tags: ['slow'] }, async () => {
    const newer = await createEmptySite()
    await restoreInto(newer, archive)
    await sql`insert into migration (name, timestamp) values ('9999_from_the_future', now()::text)`.execute(
      newer.database.kysely,
    )
    const target = await createEmptySite()
    await expect(restoreInto(target, await archiveOf(newer))).rejects.toThrow('newer version of Corkboard')
    await expectUntouched(target)
  })
})

test('keeps what things are called in other languages, and the languages of visitors', async () => {
  const target = await createEmptySite()
  await restoreInto(target, archive)
  const { rows } = await sql`
    select (select names from category where name = 'Pet Services') as names, language
    from conversation_participant where visitor_name is not null`.execute(target.database.kysely)
  expect(rows).toEqual([{ names: { fr: 'Animaux' }, language: 'fr' }])
})

test('queued emails are sent after a restore, and jobs of the replaced site are gone', async () => {
  const target = await createEmptySite()
  await migrate(target.database)
  await sql`select graphile_worker.add_job('send_email', '{}'::json)`.execute(target.database.kysely)
  await restoreInto(target, archive, { secret: siteSecret })
  const { rows } = await sql`select key, task_identifier as task from graphile_worker.jobs`.execute(
    target.database.kysely,
  )
  const { rows: queued } = await sql<{ key: string }>`
    select 'email:' || id as key, 'send_email' as task from outbox_email where status = 'queued'`.execute(
    target.database.kysely,
  )
  expect(queued).toHaveLength(1)
  expect(rows).toEqual(queued)
})

test('searches find the restored ads at once, and what is posted afterwards', async () => {
  const target = await createEmptySite()
  await restoreInto(target, archive)
  const app = await createTestApp(target.database)
  const totalOf = async (text: string) =>
    (await app.get<{ total: number }>(`/servicesbyfilter?searchtext=${text}`)).body.total
  expect(await totalOf('piano')).toBe(1)
  expect(await totalOf('harpsichord')).toBe(0)
  await createListing(target.database, { title: 'Harpsichord lessons' })
  expect(await totalOf('harpsichord')).toBe(1)
})
