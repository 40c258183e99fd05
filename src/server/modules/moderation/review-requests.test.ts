/** Reviews of hidden listings, for which their authors ask by changing them. */
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

test('an edit asks again once a moderator has decided, and not before', async () => {
  const id = await createWatchListing('service')
  await decide('hide', id)
  await edit(id)
  const [first] = await cases()
  await edit(id)
  expect(await cases()).toMatchObject([{ reviewRequested: first?.reviewRequested }])
  await decide('hide', id)
  expect(await cases()).toEqual([])
  await edit(id)
  expect(await cases()).toHaveLength(1)
})

test('a request is apart from the reports of others', async () => {
  const id = await createWatchListing('service')
  await requestAs('admin', 'PUT', `/service-report/${id}`, { reason: 'scam' })
  await edit(id)
  expect(await cases()).toMatchObject([
    { reports: 1, reasons: [{ reason: 'scam', count: 1 }], newest: [{ reason: 'scam' }] },
  ])
})

test('undoing the decision takes the listing out of the queue', async () => {
  const id = await createWatchListing('service')
  const { auditEntryIds } = await decide('hide', id)
  await edit(id)
  await requestAs('admin', 'POST', `/moderation/undo/${auditEntryIds[0]}`)
  expect([await statusOf(id), await cases()]).toEqual(['active', []])
})
