/**
 * Records what a site has acknowledged while it is killed again and again, and compares it with what the site has at the
 * end. An attempt without an answer may have been carried out or not, but never in part.
 */
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../../src/server/platform/database/database.ts'
import { waitFor } from '../../support/checks/emails.ts'
import { filesOf } from '../../support/data/uploads.ts'
import type { MailServer } from '../../support/site/mail-server.ts'

const maxEmailMs = 120_000

export type PostedListing = {
  id: string
  images: string[]
  /** The number of the last acknowledged edit, and of the last attempt. */
  edit: { acknowledged: number; attempted: number }
  deletion: 'none' | 'attempted' | 'acknowledged'
  /** An admin's deletion is recorded in the audit log and emailed to the author. */
  deletedBy: 'author' | 'admin'
  reported: 'no' | 'attempted' | 'acknowledged'
}

export type Ledger = {
  /** By idempotency key, which is part of the title. */
  listings: Map<string, PostedListing>
  /** Of acknowledged uploads that no listing uses. */
  uploads: string[]
  /** The texts of contact messages, and whether the site acknowledged them. */
  messages: Map<string, boolean>
}

export const createLedger = (): Ledger => ({ listings: new Map(), uploads: [], messages: new Map() })

/** The description of a listing after its n-th edit. The price is the same number, so half an edit would show. */
export const descriptionOf = (edit: number) => `What is offered, after ${edit} edits.`

type Row = {
  id: string
  title: string
  description: string
  price: number
  status: string
  images: string[]
  indexed: boolean
  audited: number
  reports: number
}

const readListings = async ({ kysely }: Database): Promise<Row[]> =>
  (
    await sql<Row>`
      select id, title, description, price, status, images,
        exists (select from listing_index where listing_id = listing.id) as indexed,
        (select count(*)::int from audit_entry where target_id = listing.id::text) as audited,
        (select count(*)::int from report where listing_id = listing.id) as reports
      from listing`.execute(kysely)
  ).rows

/** I1, I2, I4: every acknowledged change is there once, none is there by half, and the audit log has each decision. */
export async function expectListings(database: Database, ledger: Ledger) {
  const rows = await readListings(database)
  expect(rows.map(({ title }) => title).toSorted()).toEqual([...ledger.listings.keys()].toSorted())
  for (const row of rows) {
    const posted = ledger.listings.get(row.title)
    if (!posted) throw new Error(`${row.title} was never acknowledged.`)
    expect({ id: row.id, images: row.images }).toEqual({ id: posted.id, images: posted.images })

    const { acknowledged, attempted } = posted.edit
    expect(row.price).toBeGreaterThanOrEqual(acknowledged)
    expect(row.price).toBeLessThanOrEqual(attempted)
    expect(row.description).toBe(descriptionOf(row.price))

    const isDeleted = row.status === 'deleted'
    if (posted.deletion !== 'attempted') expect(isDeleted, row.title).toBe(posted.deletion === 'acknowledged')
    expect(row.indexed, row.title).toBe(!isDeleted)
    expect(row.audited, row.title).toBe(isDeleted && posted.deletedBy === 'admin' ? 1 : 0)
    if (posted.reported !== 'attempted') expect(row.reports).toBe(posted.reported === 'acknowledged' ? 1 : 0)
    if (row.reports > 0 && !isDeleted) expect(row.status).toBe('reported')
  }
}

/** I1, I2: the derived tables agree with the listings, and every account has its profile. */
export async function expectConsistency({ kysely }: Database) {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from listing where status in ('active', 'reported')) as public,
      (select count(*)::int from listing_index) as indexed,
      (select count(*)::int from account where not exists (select from profile where account_id = account.id)) as without_profile,
      (select count(*)::int from listing_image where not exists (select from image where id = image_id)) as without_image,
      (select count(*)::int from report where not exists (select from listing where id = listing_id)) as without_listing`.execute(
    kysely,
  )
  const [counts] = rows
  expect(counts).toEqual({
    public: counts?.indexed,
    indexed: counts?.indexed,
    without_profile: 0,
    without_image: 0,
    without_listing: 0,
  })
}

/** I3: every acknowledged message and every admin's deletion is emailed; a second copy has the same Message-ID. */
export async function expectEmails(database: Database, ledger: Ledger, mail: MailServer) {
  const queued = sql`select from outbox_email where status = 'queued'`
  // A killed server's jobs are locked for up to half a minute, and a failed delivery is repeated after as long.
  await expect
    .poll(async () => (await queued.execute(database.kysely)).rows.length, { timeout: maxEmailMs })
    .toBe(0)
  const emails = mail.received.map(({ email }) => ({ id: email.messageId, text: email.text ?? '' }))
  const idsWith = (text: string) =>
    new Set(emails.filter((email) => email.text.includes(text)).map(({ id }) => id)).size
  for (const [text, isAcknowledged] of ledger.messages) {
    if (isAcknowledged) expect(idsWith(text), text).toBe(1)
    else expect(idsWith(text), text).toBeLessThanOrEqual(1)
  }
  for (const row of await readListings(database)) {
    const posted = ledger.listings.get(row.title)
    const isDue = row.status === 'deleted' && posted?.deletedBy === 'admin'
    expect(idsWith(row.title), `the email about ${row.title}`).toBe(isDue ? 1 : 0)
  }
}

/** I7: after the cleanup, storage has exactly the files of the pictures that the database knows. */
export async function expectPictures(database: Database, ledger: Ledger, folder: string) {
  const keyOf = (url: string) => url.replace(/.*\//, '').replace(/-.*/, '')
  const { rows: unused } = await sql<{ url: string }>`
    select url from image where not exists (select from listing_image where image_id = image.id) and stored is not null`.execute(
    database.kysely,
  )
  const known = new Set(unused.map(({ url }) => url))
  for (const url of ledger.uploads) expect(known.has(url), `the uploaded ${url}`).toBe(true)

  await cleanUp(database, folder)
  const isPicture = (file: string) => !file.startsWith('.')
  const files = new Set((await filesOf({ folder })).filter(isPicture).map(keyOf))
  const used = new Set([...ledger.listings.values()].flatMap(({ images }) => images).map(keyOf))
  expect([...files].toSorted()).toEqual([...used].toSorted())
  const { rows } = await sql<{ url: string }>`select url from image`.execute(database.kysely)
  expect(new Set(rows.map(({ url }) => keyOf(url)))).toEqual(used)
}

/** Makes all unused pictures look a day old and runs the hourly cleanup job. */
async function cleanUp({ kysely }: Database, folder: string) {
  const longAgo = new Date(Date.now() - 86_400_000)
  const unfinished = join(folder, 'pictures', 'unfinished')
  for (const file of await readdir(unfinished)) await utimes(join(unfinished, file), longAgo, longAgo)
  await sql`update image set unused_since = unused_since - interval '2 days', created = created - interval '2 days'`.execute(
    kysely,
  )
  await sql`select graphile_worker.add_job('delete_unused_pictures')`.execute(kysely)
  await waitFor('the cleanup', async () => {
    const { rows } =
      await sql`select 1 from graphile_worker.jobs where task_identifier = 'delete_unused_pictures'`.execute(
        kysely,
      )
    return rows.length === 0 || undefined
  })
}
