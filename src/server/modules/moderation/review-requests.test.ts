/** Reviews of hidden listings that their authors ask for. */
import { expect, test } from 'vitest'
import {
  createWatchListing,
  requestAs,
  setUpModeratedSite,
  statusOf,
} from '../../../../test/support/data/moderated-site.ts'
import { updateOf } from '../../../../test/support/data/posts.ts'
import type { Case } from '../../../shared/moderation.ts'

setUpModeratedSite()

const decide = async (decision: string, id: string) => {
  const body = { ids: [id], decision, reason: 'Copies.', onlyOpenReports: false }
  return (await requestAs<{ auditEntryIds: number[] }>('admin', 'POST', '/moderation/decide', body)).body
}
const edit = (id: string) => requestAs('author', 'PUT', `/service-update/${id}`, updateOf('service'))
const ask = (id: string) => requestAs('author', 'POST', `/review-request/${id}`)
const cases = async () =>
  (await requestAs<{ cases: Case[] }>('admin', 'GET', '/moderation/cases?source=service')).body.cases

test('an edit of a hidden listing by its author puts it into the queue once, and it stays hidden', async () => {
  const id = await createWatchListing('service')
  await decide('hide', id)
  expect(await cases()).toEqual([])
  for (let edits = 0; edits < 3; edits += 1) expect(await edit(id)).toMatchObject({ status: 200 })
  const [found, ...others] = await cases()
  expect(found).toMatchObject({
    reports: 0,
    newest: [],
    reasons: [],
    reviewRequested: expect.any(String),
    people: [{ otherReports: 0 }],
  })
  expect(others).toEqual([])
  expect(await statusOf(id)).toBe('hidden')
  await decide('approve', id)
  expect([await statusOf(id), await cases()]).toEqual(['active', []])
})

test('an edit by an admin, or of a public listing, asks for nothing', async () => {
  const id = await createWatchListing('service')
  await edit(id)
  await decide('hide', id)
  await requestAs('admin', 'PUT', `/service-update/${id}`, updateOf('service'))
  expect(await cases()).toEqual([])
})

test('the author can ask again once a moderator has decided, and not before', async () => {
  const id = await createWatchListing('service')
  await decide('hide', id)
  expect(await ask(id)).toMatchObject({
    status: 200,
    body: { message: 'Thanks. A moderator will review your ad.' },
  })
  const [first] = await cases()
  expect((await ask(id)).status).toBe(200)
  expect(await cases()).toEqual([first])
  await decide('hide', id)
  expect(await cases()).toEqual([])
  await ask(id)
  expect(await cases()).toHaveLength(1)
})

test('a request is apart from the reports of others', async () => {
  const id = await createWatchListing('service')
  await requestAs('admin', 'PUT', `/service-report/${id}`, { reason: 'scam' })
  await ask(id)
  expect(await cases()).toMatchObject([
    { reports: 1, reasons: [{ reason: 'scam', count: 1 }], newest: [{ reason: 'scam' }] },
  ])
})

test('nobody else can ask, and a public listing needs no review', async () => {
  const id = await createWatchListing('service')
  expect(await ask(id)).toMatchObject({ status: 409 })
  await decide('hide', id)
  for (const role of ['other', 'admin'] as const)
    expect(await requestAs(role, 'POST', `/review-request/${id}`)).toMatchObject({ status: 404 })
  expect(await requestAs('visitor', 'POST', `/review-request/${id}`)).toMatchObject({ status: 401 })
  expect(await cases()).toEqual([])
})

test('undoing the decision takes the listing out of the queue', async () => {
  const id = await createWatchListing('service')
  const { auditEntryIds } = await decide('hide', id)
  await ask(id)
  await requestAs('admin', 'POST', `/moderation/undo/${auditEntryIds[0]}`)
  expect([await statusOf(id), await cases()]).toEqual(['active', []])
})
