import { beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { type ListingStatus, listingStatuses } from '../../../shared/listing.ts'
import type { Database } from '../../platform/database/database.ts'
import { listingStatus, type StatusAction } from './status.ts'

type ListingId = { id: string; authorId: string }

/** What each action makes of each status; a status that is missing stays as it is. */
const results: Record<StatusAction, Partial<Record<ListingStatus, ListingStatus>>> = {
  report: { active: 'reported', reported: 'reported' },
  hide: { active: 'hidden', reported: 'hidden', hidden: 'hidden' },
  publish: { hidden: 'active' },
  approve: { reported: 'active', hidden: 'active' },
  removeByAuthor: { active: 'deleted', reported: 'deleted', hidden: 'deleted' },
  removeByAdmin: { active: 'deleted', reported: 'deleted', hidden: 'deleted' },
  restore: { active: 'reported', hidden: 'reported', deleted: 'reported' },
  suspendAuthor: { active: 'hidden', reported: 'hidden' },
  liftSuspension: { hidden: 'reported' },
}

let database: Database
let adminId: string
beforeAll(async () => {
  database = (await createDatabase()).database
  await createUser(database, { email: 'admin@example.com', isAdmin: true })
  adminId = await profileIdOf('admin@example.com')
})

const profileIdOf = async (email: string): Promise<string> => {
  const { id } = await database.kysely
    .selectFrom('profile')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return id
}

let authors = 0

/** Creates a listing whose author has no other. */
async function createOne(status: ListingStatus): Promise<ListingId> {
  authors += 1
  const authorEmail = `author-${authors}@example.com`
  const id = await createListing(database, { status, authorEmail })
  return { id, authorId: await profileIdOf(authorEmail) }
}

const change = (
  id: string,
  values: { hidden_by_suspension: boolean; previous_status: 'reported' | 'hidden' | null },
) => database.kysely.updateTable('listing').set(values).where('id', '=', id).execute()

const rowOf = (id: string) =>
  database.kysely
    .selectFrom('listing')
    .select(['status', 'previous_status', 'hidden_by_suspension', 'removed_by', 'removal_reason', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const run: Record<StatusAction, (listing: ListingId) => Promise<number>> = {
  report: ({ id }) => listingStatus.report(database.kysely, id),
  hide: ({ id }) => listingStatus.hide(database.kysely, [id]),
  async publish({ id }) {
    await database.kysely
      .updateTable('listing')
      .set({ publish_at: '2026-11-20T12:00:00Z' })
      .where('id', '=', id)
      .execute()
    return listingStatus.publish(database.kysely, [id], new Date())
  },
  approve: ({ id }) => listingStatus.approve(database.kysely, [id]),
  removeByAuthor: ({ id }) => listingStatus.removeByAuthor(database.kysely, id),
  removeByAdmin: ({ id }) =>
    listingStatus.removeByAdmin(database.kysely, [id], { profileId: adminId, reason: 'Spam' }),
  restore: ({ id }) =>
    listingStatus.restore(database.kysely, id, { status: 'reported', authorSuspended: false }),
  suspendAuthor: ({ authorId }) => listingStatus.suspendAuthor(database.kysely, authorId),
  async liftSuspension({ id, authorId }) {
    await change(id, { hidden_by_suspension: true, previous_status: 'reported' })
    return listingStatus.liftSuspension(database.kysely, authorId)
  },
}

const actions = Object.keys(results) as StatusAction[]

describe.each(actions)('%s', (action) => {
  test.each(listingStatuses)('of a listing that is %s', async (status) => {
    const listing = await createOne(status)
    const expected = results[action][status]
    expect(listingStatus.allows(action, status)).toBe(expected !== undefined)
    expect(await run[action](listing)).toBe(expected === undefined ? 0 : 1)
    expect((await rowOf(listing.id)).status).toBe(expected ?? status)
  })
})

test('an admin’s removal records who, why, and the previous status, and restoring clears them', async () => {
  const { id } = await createOne('reported')
  await listingStatus.removeByAdmin(database.kysely, [id], { profileId: adminId, reason: 'Spam' })
  expect(await rowOf(id)).toMatchObject({
    previous_status: 'reported',
    removed_by: adminId,
    removal_reason: 'Spam',
  })
  await listingStatus.restore(database.kysely, id, { status: 'reported', authorSuspended: false })
  expect(await rowOf(id)).toMatchObject({
    status: 'reported',
    previous_status: null,
    removed_by: null,
    removal_reason: '',
  })
})

test('an author’s removal raises the version and names no admin', async () => {
  const { id } = await createOne('active')
  const { version } = await rowOf(id)
  await listingStatus.removeByAuthor(database.kysely, id)
  expect(await rowOf(id)).toMatchObject({ version: version + 1, removed_by: null })
})

test('a listing restored while its author is suspended stays hidden until the suspension is lifted', async () => {
  const { id, authorId } = await createOne('deleted')
  await listingStatus.restore(database.kysely, id, { status: 'reported', authorSuspended: true })
  expect(await rowOf(id)).toMatchObject({
    status: 'hidden',
    previous_status: 'reported',
    hidden_by_suspension: true,
  })
  await listingStatus.liftSuspension(database.kysely, authorId)
  expect(await rowOf(id)).toMatchObject({
    status: 'reported',
    previous_status: null,
    hidden_by_suspension: false,
  })
})

test('lifting a suspension leaves a listing alone that was hidden for another reason', async () => {
  const { id, authorId } = await createOne('hidden')
  expect(await listingStatus.suspendAuthor(database.kysely, authorId)).toBe(0)
  expect(await listingStatus.liftSuspension(database.kysely, authorId)).toBe(0)
  expect(await rowOf(id)).toMatchObject({ status: 'hidden', hidden_by_suspension: false })
})
