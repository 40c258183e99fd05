/** Sites with content of every kind, backups of them, and comparisons of what a restored site contains. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { BackupKey } from '../../../src/server/config/backup-settings.ts'
import { backUp } from '../../../src/server/modules/backup/back-up.ts'
import { derivedTables } from '../../../src/server/modules/backup/database/site-tables.ts'
import { type RestoreOptions, restore } from '../../../src/server/modules/backup/restore.ts'
import { openPictureStorage, type PictureStorage } from '../../../src/server/modules/media/storage.ts'
import type { Database } from '../../../src/server/platform/database/database.ts'
import { connectTo, createDatabase, createTestApp, type TestApp } from '../site/app.ts'
import { siteSecret } from '../site/site-secret.ts'
import { createUser, send } from './accounts.ts'
import { createListing, createManyListings } from './factories.ts'
import { goodPictures } from './pictures.ts'
import { createUploader, photoForm, pictureForm, type Uploader, upload, uploadPhoto } from './uploads.ts'

export type FilledSite = { site: TestApp; seller: Uploader; pictureUrl: string }

/** Creates a site with accounts, pictures, listings of every status, reports, messages, and a queued email. */
export async function createFilledSite(
  options: { address?: string; pictures?: Partial<PictureStorage> } = {},
): Promise<FilledSite> {
  const database = options.address ? connectTo(options.address) : undefined
  const site = await createTestApp(database, {
    realSessions: true,
    ...(options.pictures && { pictures: options.pictures }),
  })
  const seller = await createUploader(site)
  const { body } = await upload(site, pictureForm(await goodPictures['small.jpg']()), seller)
  await uploadPhoto(site, photoForm(await goodPictures['small.jpg']()), seller)
  const id = await createListing(site.database, { authorEmail: seller.email, title: 'Piano lessons' })
  await sql`insert into listing_image (listing_id, position, image_id)
    select ${id}, 0, id from image where url = ${body.secure_url}`.execute(site.database.kysely)
  await createListing(site.database, {
    title: 'Tabs\tand\\nlines\n\\N',
    description: 'Quotes " and \' and emoji 🎸 and ünïcode\r\n\\.',
    status: 'hidden',
  })
  const event = await createListing(site.database, {
    kind: 'event',
    startDate: '2026-12-01',
    endDate: '2026-12-02',
    schedule: { startTime: '19:30', endTime: '01:00', rule: 'FREQ=WEEKLY', exceptions: ['2026-12-08'] },
  })
  await sql`insert into event_details (listing_id, venue_name) values (${event}, 'Town Hall')`.execute(
    site.database.kysely,
  )
  await createListing(site.database, { status: 'deleted' })
  await sql`update category set names = '{"fr": "Animaux"}' where name = 'Pet Services'`.execute(
    site.database.kysely,
  )
  await sql`
    with started as (
      insert into conversation (id, listing_id, listing_title) values (gen_random_uuid(), ${id}, 'Piano lessons') returning id
    )
    insert into conversation_participant (conversation_id, role, visitor_name, visitor_email, language)
    select id, 'sender', 'Vera Visitor', 'vera@example.org', 'fr' from started`.execute(site.database.kysely)
  await createManyListings(site.database, 300)
  await createUser(site.database, { email: 'admin@example.com', isAdmin: true })
  await send(site, 'PUT', `/report-service/${id}`, { cookie: seller.cookie, body: {} })
  await send(site, 'POST', '/auth/sign-in/magic-link', { body: { email: seller.email } })
  return { site, seller, pictureUrl: body.secure_url }
}

export type TestSite = { database: Database; address: string; folder: string; pictures: PictureStorage }

/** Creates the database and the folder of a site that has never been started. */
export async function createEmptySite(pictures: Partial<PictureStorage> = {}): Promise<TestSite> {
  const { address } = await createDatabase('empty')
  const database = connectTo(address, { statementTimeoutMs: 0, patient: true })
  onTestFinished(() => database.close())
  const folder = await temporaryFolder()
  const storage = await openPictureStorage({ storage: null, dataDir: folder })
  return { database, address, folder, pictures: { ...storage, ...pictures } }
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the archive of a site. */
export async function archiveOf(
  { database, pictures }: Pick<TestSite, 'database' | 'pictures'>,
  key: BackupKey | null = null,
): Promise<Buffer> {
  let archive = Buffer.alloc(0)
  const site = { database, store: pictures.store, secret: siteSecret, name: 'Board' }
  await backUp(site, { key }, async (stream) => {
    archive = await buffer(stream)
    return archive.length
  })
  return archive
}

/** In pieces of different lengths, as files and networks deliver them. */
export const streamOf = (archive: Buffer) => async () => {
  const pieces: Buffer[] = []
  for (let at = 0, length = 1; at < archive.length; at += length, length = (length * 7) % 65_537)
    pieces.push(archive.subarray(at, at + length))
  return Readable.from(pieces, { objectMode: false })
}

export const restoreInto = (
  { database, pictures, folder }: TestSite,
  archive: Buffer,
  overrides: Partial<RestoreOptions> = {},
) =>
  restore({
    database,
    pictures,
    dataDir: folder,
    open: streamOf(archive),
    key: null,
    force: false,
    secret: null,
    ...overrides,
  })

/** Returns the number and a hash of the rows of every table that backups contain, and the queued jobs. */
export async function contentOf({ kysely }: Database): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname <> all (${derivedTables})`.execute(kysely)
  const content: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await sql`
      select count(*), md5(string_agg(row_text, '|' order by row_text)) as hash
      from (select to_jsonb(t)::text as row_text from ${sql.table(name)} t) rows`.execute(kysely)
    content[name] = rows[0]
  }
  const jobs =
    await sql`select key, task_identifier, queue_name from graphile_worker.jobs order by key`.execute(kysely)
  const sequences = await sql`select sequencename, last_value from pg_sequences
    where schemaname = 'public' order by 1`.execute(kysely)
  return { ...content, jobs: jobs.rows, sequences: sequences.rows }
}

/** Returns the hash of every file that a picture folder contains, by key. */
export async function picturesIn(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const subfolder of ['ads', 'profiles'])
    for (const name of await readdir(join(folder, 'pictures', subfolder)).catch(() => [])) {
      const content = await readFile(join(folder, 'pictures', subfolder, name))
      hashes[`${subfolder}/${name}`] = createHash('sha256').update(content).digest('hex')
    }
  return hashes
}
