/** Why a listing is hidden, as its author and admins learn it. */
import { expect, test } from 'vitest'
import { setStatus } from '../../../../test/support/data/factories.ts'
import {
  createWatchListing,
  moderated,
  profileIdOf,
  type Role,
  requestAs,
  setUpModeratedSite,
} from '../../../../test/support/data/moderated-site.ts'
import { updateOf } from '../../../../test/support/data/posts.ts'

setUpModeratedSite()

const decide = async (decision: string, id: string, reason = '') => {
  const { body } = await requestAs<{ auditEntryIds: number[] }>('admin', 'POST', '/moderation/decide', {
    ids: [id],
    decision,
    reason,
  })
  return body.auditEntryIds[0]
}

async function report(id: string, roles: Role[], body = {}) {
  // Each reports from a different network, because a report on a network where an account has reported does not count.
  for (const [index, role] of roles.entries())
    await requestAs(role, 'PUT', `/service-report/${id}`, body, `192.0.2.${index + 1}`)
}

const hidingOf = async (id: string, role: Role = 'author') =>
  (await requestAs<{ hiding: unknown }>(role, 'GET', `/service/${id}`)).body.hiding

test('a public listing is not hidden, reported or not', async () => {
  const id = await createWatchListing('service')
  expect(await hidingOf(id)).toBeNull()
  await report(id, ['visitor'])
  expect(await hidingOf(id)).toBeNull()
})

test('a listing hidden by reports is waiting for review', async () => {
  const id = await createWatchListing('service')
  await report(id, ['other', 'third', 'fourth'])
  expect(await hidingOf(id)).toEqual({
    by: 'reports',
    reason: '',
    inReview: true,
    statement: expect.any(String),
  })
  expect(await hidingOf(id, 'admin')).toEqual({
    by: 'reports',
    reason: '',
    inReview: true,
    statement: expect.any(String),
  })
})

test('a listing hidden by a moderator has the reason of the decision', async () => {
  const id = await createWatchListing('service')
  await report(id, ['other', 'third', 'fourth'])
  await decide('hide', id, 'The watches are copies.')
  for (const role of ['author', 'admin'] as const)
    expect(await hidingOf(id, role)).toEqual({
      by: 'moderator',
      reason: 'The watches are copies.',
      inReview: false,
      statement: expect.any(String),
    })
  const { status, body } = await requestAs('other', 'GET', `/service/${id}`)
  expect([status, JSON.stringify(body).includes('copies')]).toEqual([404, false])
  const edited = await requestAs<{ hiding: unknown }>(
    'author',
    'PUT',
    `/service-update/${id}`,
    updateOf('service'),
  )
  expect(edited.body.hiding).toMatchObject({ by: 'moderator' })
})

test('a listing that an admin reported is hidden by a moderator, for the reason of the report', async () => {
  const id = await createWatchListing('service')
  await report(id, ['admin'], { reason: 'wrong-category', note: 'I know this person.' })
  expect(await hidingOf(id)).toEqual({
    by: 'moderator',
    reason: 'Wrong category',
    inReview: true,
    statement: expect.any(String),
  })
  const other = await createWatchListing('service')
  await report(other, ['admin'], { reason: 'other', note: 'I know this person.' })
  expect(await hidingOf(other)).toEqual({
    by: 'moderator',
    reason: '',
    inReview: true,
    statement: expect.any(String),
  })
})

test('a decision that was undone or reversed no longer counts', async () => {
  const id = await createWatchListing('service')
  const entry = await decide('hide', id, 'First')
  await requestAs('admin', 'POST', `/moderation/undo/${entry}`)
  await setStatus(moderated.site.database, id, 'hidden')
  expect(await hidingOf(id)).toEqual({ by: 'reports', reason: '', inReview: false, statement: null })

  await decide('approve', id)
  await decide('hide', id, 'Second')
  const approval = await decide('approve', id)
  expect(await hidingOf(id)).toBeNull()
  await requestAs('admin', 'POST', `/moderation/undo/${approval}`)
  expect(await hidingOf(id)).toEqual({
    by: 'moderator',
    reason: 'Second',
    inReview: false,
    statement: expect.any(String),
  })
})

test('a listing of a suspended author is hidden by the suspension', async () => {
  const id = await createWatchListing('service')
  const reason = 'Posted the same ad twelve times.'
  await requestAs('admin', 'PUT', `/moderation/suspend/${await profileIdOf('author')}`, { reason })
  expect(await hidingOf(id, 'admin')).toEqual({
    by: 'suspension',
    reason: '',
    inReview: false,
    statement: null,
  })
})
