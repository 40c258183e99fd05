import { readFile, stat } from 'node:fs/promises'
import { generateX25519Identity } from 'age-encryption'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { send, signIn } from '../../../../test/support/data/accounts.ts'
import {
  archiveOf,
  contentOf,
  createEmptySite,
  createFilledSite,
  type FilledSite,
  picturesIn,
  restoreInto,
  type TestSite,
} from '../../../../test/support/data/backups.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { schemaOf } from '../../../../test/support/data/schema.ts'
import { connectTo, createTestApp } from '../../../../test/support/site/app.ts'
import { startBucketServer } from '../../../../test/support/site/bucket-server.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import { createBucketStore } from '../../platform/storage/image-store.ts'
import { deleteUnusedPictures } from '../media/jobs.ts'
import { backUp } from './back-up.ts'

const key = { kind: 'identity', text: await generateX25519Identity() } as const

let filled: FilledSite
beforeAll(async () => {
  filled = await createFilledSite()
})

describe('G4 a restored site', () => {
  let target: TestSite
  test('has equal rows, sequences, jobs, pictures, and schema', async () => {
    const { site } = filled
    target = await createEmptySite()
    const archive = await archiveOf(site)
    const { summary, migrated } = await restoreInto(target, archive, { secret: siteSecret })
    expect(migrated).toEqual([])
    expect(summary).toMatchObject({ missingPictureFiles: [], rows: { listing: 304, outbox_email: 1 } })
    expect(await contentOf(target.database)).toEqual(await contentOf(site.database))
    expect(await schemaOf(target.database)).toEqual(await schemaOf(site.database))
    expect(await picturesIn(target.folder)).toEqual(await picturesIn(site.folder))
    expect(Object.keys(await picturesIn(target.folder))).toHaveLength(4)
    await worksLike(target)
  })

  test('can keep its pictures in a bucket, and get them back from there', { tags: ['slow'] }, async () => {
    const { site } = filled
    const server = await startBucketServer()
    onTestFinished(() => server.close())
    const inBucket = await createEmptySite({ store: await createBucketStore(server.bucket) })
    await restoreInto(inBucket, await archiveOf(site, key), { key, secret: siteSecret })
    expect(await server.keys()).toHaveLength(4)
    const inFolder = await createEmptySite()
    await restoreInto(inFolder, await archiveOf(inBucket, key), { key, secret: siteSecret })
    expect(await contentOf(inFolder.database)).toEqual(await contentOf(site.database))
    expect(await picturesIn(inFolder.folder)).toEqual(await picturesIn(site.folder))
    await worksLike(inFolder)
  })

  /** Sessions continue, passwords work, and lists, searches, and pictures are the same. */
  async function worksLike({ database, pictures }: TestSite) {
    const { site, seller, pictureUrl } = filled
    const restored = await createTestApp(connectToSame(database), { realSessions: true, pictures })
    const { body } = await send(restored, 'GET', '/auth/get-session', { cookie: seller.cookie })
    expect(body).toMatchObject({ user: { email: seller.email } })
    expect(await signIn(restored, seller.email)).toContain('session_token=')
    const picture = await restored.app.http.inject({ url: pictureUrl })
    expect(picture.rawPayload).toEqual((await site.app.http.inject({ url: pictureUrl })).rawPayload)
    for (const path of ['/servicesbyfilter?searchtext=piano', '/services?page=2', '/events', '/categories'])
      expect((await restored.get(path)).body).toEqual((await site.get(path)).body)
  }

  const connectToSame = ({ pool }: TestSite['database']) => {
    const database = connectTo(pool.options.connectionString ?? '')
    onTestFinished(() => database.close())
    return database
  }
})

test('a backup during writes contains each transaction entirely or not at all', {
  tags: ['slow'],
}, async () => {
  const { site } = filled
  const { kysely } = site.database
  let writing = true
  const writers = [1, 2].map(async () => {
    while (writing) {
      const id = await createListing(site.database, { title: 'Written during a backup' })
      await kysely.transaction().execute(async (tx) => {
        await sql`update listing set title = 'Both changed', description = 'Both changed' where id = ${id}`.execute(
          tx,
        )
        await sql`update profile set name = ${`Author of ${id}`} where id = (select author_id from listing where id = ${id})`.execute(
          tx,
        )
      })
      await sql`delete from listing where id = ${id} and random() < 0.3`.execute(kysely)
    }
  })
  await vi.waitFor(async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from listing`.execute(kysely)
    expect(rows[0]?.count).toBeGreaterThan(330)
  }, 60_000)
  const archives = [await archiveOf(site), await archiveOf(site)]
  writing = false
  await Promise.all(writers)
  for (const archive of archives) {
    const target = await createEmptySite()
    const { summary } = await restoreInto(target, archive)
    expect(summary.rows.listing).toBeGreaterThan(304)
    const { rows } = await sql`
      select count(*) filter (where (title = 'Both changed') <> (description = 'Both changed')) as half,
        count(*) filter (where status = 'active') - (select count(*) from listing_index) as unindexed,
        (select sum(change) from listing_count where topic_id = 0 and place_id = 0)
          - (select count(*) from listing_index) as miscounted
      from listing`.execute(target.database.kysely)
    expect(rows).toEqual([{ half: 0, unindexed: 0, miscounted: 0 }])
  }
})

test('cleanup deletes no file that a running backup may still read', async () => {
  const { site } = await createFilledSite()
  const { database, pictures } = site
  const files = await picturesIn(site.folder)
  const options = { database: connectTo(database.pool.options.connectionString ?? ''), ...pictures }
  onTestFinished(() => options.database.close())
  const started = Promise.withResolvers<void>()
  const proceed = Promise.withResolvers<void>()
  const backup = backUp(
    { database, store: pictures.store, secret: siteSecret, name: 'Board' },
    { key: null },
    async (archive) => {
      started.resolve()
      await proceed.promise
      return (await archive.toArray()).length
    },
  )
  await started.promise
  await sql`delete from listing_image`.execute(options.database.kysely)
  await sql`update image set pending_deletion_since = now()`.execute(options.database.kysely)
  await deleteUnusedPictures(options)
  expect(await picturesIn(site.folder)).toEqual(files)
  proceed.resolve()
  expect(await backup).toMatchObject({ pictureFiles: Object.keys(files).length, missingPictureFiles: [] })
  await deleteUnusedPictures(options)
  expect(await picturesIn(site.folder)).toEqual({})
})

test('a file that is missing in the storage is reported and does not prevent a backup', {
  tags: ['slow'],
}, async () => {
  const { site, pictureUrl } = await createFilledSite()
  const key = `ads/${pictureUrl.slice('/pictures/'.length)}`
  await site.pictures.store.remove(key)
  const target = await createEmptySite()
  const { summary } = await restoreInto(target, await archiveOf(site))
  expect(summary).toMatchObject({ pictureFiles: 3, missingPictureFiles: [key] })
})

test('only an encrypted archive contains the secret', async () => {
  const { site } = filled
  const plain = await createEmptySite()
  expect(await restoreInto(plain, await archiveOf(site))).toMatchObject({ keepsSecret: false })
  const encrypted = await createEmptySite()
  const archive = await archiveOf(site, key)
  expect(await restoreInto(encrypted, archive, { key })).toMatchObject({ keepsSecret: true })
  expect(await readFile(`${encrypted.folder}/secret`, 'utf8')).toBe(siteSecret)
  expect((await stat(`${encrypted.folder}/secret`)).mode & 0o777).toBe(0o600)
  const configured = await createEmptySite()
  const other = 'another secret of at least thirty-two characters'
  expect(await restoreInto(configured, archive, { key, secret: other })).toMatchObject({ keepsSecret: false })
})
