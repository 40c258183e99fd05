/** Changing, deleting, and reporting ads of other people, and fields that no request may set. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createRenewalTokens } from '../../src/server/modules/listings/freshness/ask-authors.ts'
import { slowUnless } from '../support/checks/slow.ts'
import { createListing } from '../support/data/factories.ts'
import { callsOf, createPicture, postOf, updateOf } from '../support/data/posts.ts'
import { type Cast, createActor, createCast } from './actors.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged, hashRow } from './unchanged.ts'

const site = await startProductionSite()
const { kysely } = site.database
let cast: Cast
beforeAll(async () => {
  cast = await createCast(site)
})

const kinds = ['service', 'event'] as const

/** Creates an ad of seller A with a picture. */
async function createAd(kind: 'service' | 'event') {
  const picture = await createPicture(site.database, cast.sellerA.accountId)
  const id = await createListing(site.database, { kind, authorEmail: cast.sellerA.email, images: [picture] })
  return { id, picture }
}

const deniedEntries = async (targetId: string) =>
  (
    await sql<{ actor: string }>`
      select actor_id as actor from audit_entry where action = 'authz.denied' and target_id = ${targetId}`.execute(
      kysely,
    )
  ).rows
const statusOf = async (id: string) =>
  (await kysely.selectFrom('listing').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const openReports = async (id: string) =>
  (await sql`select from report where listing_id = ${id} and resolved is null`.execute(kysely)).rows.length

test('A1 a renewal by anyone but the author is refused, by the call, the form, and a forged link', async () => {
  const { id } = await createAd('service')
  await kysely.updateTable('listing').set({ stale: true, archived: true }).where('id', '=', id).execute()
  const token = createRenewalTokens(randomBytes(32).toString('hex')).create(id)
  const tables = { except: ['audit_entry'] }
  for (const { browser } of [cast.sellerB, cast.adminN]) {
    const renew = () => browser.put(`/api/service-renew/${id}`, {})
    expect((await expectUnchanged(site.database, renew, tables)).status).toBe(403)
    const submit = () => browser.submit('/renew-service', { id, to: '/' })
    expect((await expectUnchanged(site.database, submit, tables)).status).toBe(403)
    const open = () => browser.put('/api/service-renewal', { token })
    expect((await expectUnchanged(site.database, open, tables)).status).toBe(400)
  }
})

for (const kind of kinds)
  describe(kind, slowUnless(kind === 'service'), () => {
    const calls = callsOf(kind)

    test('A1 an update by another seller is refused, changes nothing, and is recorded', async () => {
      const { id } = await createAd(kind)
      const before = await hashRow(site.database, 'listing', id)
      const { status } = await expectUnchanged(
        site.database,
        () => cast.sellerB.browser.put(`/api${calls.update(id)}`, updateOf(kind, { title: 'Mine now' })),
        { except: ['audit_entry'] },
      )
      expect(status).toBe(403)
      expect(await hashRow(site.database, 'listing', id)).toBe(before)
      expect(await deniedEntries(id)).toEqual([{ actor: cast.sellerB.profileId }])
    })

    test('A2 a deletion by another seller is refused, and the ad and its pictures stay', async () => {
      const { id, picture } = await createAd(kind)
      const { status } = await expectUnchanged(
        site.database,
        () => cast.sellerB.browser.delete(`/api${calls.one(id)}`),
        { except: ['audit_entry'] },
      )
      expect(status).toBe(403)
      const ad = await cast.visitor.get(`/api${calls.one(id)}`)
      expect([ad.status, ad.json().images]).toEqual([200, [picture]])
    })

    test('A9 no request sets the author, the status, or anything else that the server decides', async () => {
      const forged = {
        _id: '0193e0a4-0000-7000-8000-000000000001',
        id: '0193e0a4-0000-7000-8000-000000000001',
        status: 'reported',
        authorId: cast.sellerB.profileId,
        author_id: cast.sellerB.profileId,
        ...{
          posted: '2001-01-01T00:00:00Z',
          reportCount: 9,
          featured: true,
          version: 77,
          hidden_by_suspension: true,
        },
      }
      const { sellerA, sellerB } = cast
      const picture = await createPicture(site.database, sellerA.accountId)
      const author = {
        ...(postOf(kind).author as object),
        email: sellerB.email,
        name: sellerB.name,
        id: sellerB.profileId,
      }
      const posted = await sellerA.browser.post(
        `/api${calls.post}`,
        postOf(kind, { ...forged, author, images: [picture] }),
      )
      expect([201, 400]).toContain(posted.status)
      const id = posted.status === 201 ? String(posted.json()._id) : (await createAd(kind)).id
      const { version: _version, ...update } = forged
      const updated = await sellerA.browser.put(
        `/api${calls.update(id)}`,
        updateOf(kind, { ...update, author }),
      )
      expect([200, 400]).toContain(updated.status)
      const { rows } = await sql<Record<string, unknown>>`select * from listing where id = ${id}`.execute(
        kysely,
      )
      expect(rows[0]).toMatchObject({
        author_id: sellerA.profileId,
        status: 'active',
        hidden_by_suspension: false,
      })
      expect(rows[0]?.id).not.toBe(forged.id)
      expect(Number(rows[0]?.version)).toBeLessThan(10)
      expect(new Date(String(rows[0]?.posted)).getUTCFullYear()).toBeGreaterThan(2020)
    })

    test('A14 the author cannot clear reports, and reporters only add one report each', async () => {
      const { id } = await createAd(kind)
      const report = `/api/${kind}-report/${id}`
      expect((await cast.sellerA.browser.put(report, { reason: 'spam' })).status).toBeGreaterThanOrEqual(400)
      expect(await openReports(id)).toBe(0)
      for (const status of ['active', 'deleted', 'hidden'])
        await cast.sellerB.browser.put(report, { reason: 'spam', status })
      await cast.sellerB.browser.put(report, {})
      expect([await statusOf(id), await openReports(id)]).toEqual(['reported', 1])
      const update = updateOf(kind, { status: 'active', images: [] })
      const { status } = await cast.sellerA.browser.put(`/api${calls.update(id)}`, update)
      expect([200, 400]).toContain(status)
      expect([await statusOf(id), await openReports(id)]).toEqual(['reported', 1])
    })
  })

test('A5 no filter lists reported or deleted ads that are not public', async () => {
  const titles = { hidden: 'Hidden zanzibar', deleted: 'Deleted zanzibar' }
  for (const status of ['hidden', 'deleted'] as const)
    await createListing(site.database, { status, title: titles[status], authorEmail: cast.sellerA.email })
  const plain = (await cast.visitor.get('/api/servicesbyfilter')).json()
  const filters = [
    'status=reported',
    'status=hidden',
    'status=deleted',
    'status[]=deleted',
    'status=deleted&status=hidden',
  ]
  for (const filter of [...filters, 'searchtext=zanzibar']) {
    for (const browser of [cast.visitor, cast.sellerA.browser]) {
      const { status, text } = await browser.get(`/api/servicesbyfilter?${filter}`)
      expect([200, 400, 403]).toContain(status)
      expect(text).not.toMatch(/(Hidden|Deleted) zanzibar/)
      if (status === 200 && filter !== 'searchtext=zanzibar') expect(JSON.parse(text)).toEqual(plain)
    }
  }
})

describe('A16 pictures of other people', () => {
  test('cannot be attached to an ad, nor can one of a deleted ad be used again', async () => {
    const { sellerA, sellerB } = cast
    const foreign = await createPicture(site.database, sellerB.accountId)
    const { id, picture } = await createAd('service')
    await expectUnchanged(site.database, async () => {
      const posted = await sellerA.browser.post('/api/services', postOf('service', { images: [foreign] }))
      expect([400, 403, 404]).toContain(posted.status)
      const update = updateOf('service', { images: [foreign] })
      expect([400, 403, 404]).toContain(
        (await sellerA.browser.put(`/api/service-update/${id}`, update)).status,
      )
    })
    expect((await sellerA.browser.delete(`/api/service/${id}`)).status).toBe(200)
    const reused = await sellerA.browser.post('/api/services', postOf('service', { images: [picture] }))
    expect([400, 403, 404]).toContain(reused.status)
  })

  test('have no call that deletes them', async () => {
    const foreign = await createPicture(site.database, cast.sellerB.accountId)
    const id = /([0-9a-f]{32})/.exec(foreign)?.[1]
    await expectUnchanged(site.database, async () => {
      for (const path of [foreign, `/api/images/${id}`, `/api/images?url=${foreign}`])
        expect((await cast.sellerA.browser.delete(path)).status).toBe(404)
    })
  })
})

describe('A17 ids', () => {
  const paths = [
    ...['GET /api/service/', 'PUT /api/service-update/', 'DELETE /api/service/', 'PUT /api/service-report/'],
    ...['GET /api/event/', 'PUT /api/event-update/', 'DELETE /api/event/', 'PUT /api/event-report/'],
    ...[
      'GET /api/category/',
      'GET /api/location/',
      'GET /api/seller/',
      'DELETE /api/session/',
      'GET /ad-details/',
    ],
    ...[
      'GET /event-details/',
      'GET /seller/',
      'GET /service-update/',
      'GET /feeds/events/',
      'GET /share/',
      'GET /sitemap/',
    ],
    ...['PUT /api/moderation/suspend/', 'PUT /api/moderation/lift/', 'POST /api/moderation/undo/'],
    ...['PUT /api/moderation/case-view/', 'PUT /api/moderation/message/', 'PUT /api/service-report-close/'],
    ...['PUT /api/remove-admin/', 'GET /category/', 'GET /location/', 'GET /pictures/'],
  ]
  const ids = [
    ...[
      '0193e0a4-0000-7000-8000-000000000009',
      '0',
      '-1',
      '99999999999',
      '99999999999999999999999999',
      '1e309',
    ],
    ...[
      '..%2f..%2f..%2fetc%2fpasswd',
      '../../etc/passwd',
      '%00',
      '%27%20or%201=1',
      '%F0%9F%98%80',
      '%ED%A0%80',
      '%ff',
    ],
    ...['null', 'undefined', 'NaN', '__proto__', 'constructor', '%7B%22a%22:1%7D', 'x'.repeat(5000)],
  ]

  for (const [index, call] of paths.entries())
    test(
      `${call} with ids that do not exist is never an error of the server`,
      slowUnless(index % 3 === 0),
      async () => {
        const [method = '', path = ''] = call.split(' ')
        const { id: eventId } = await createAd('event')
        const { id: serviceId } = await createAd('service')
        const otherKind = path.includes('event') ? serviceId : eventId
        const person = await createActor(site, { isAdmin: true })
        await expectUnchanged(site.database, async () => {
          for (const id of [...ids, ...(/service|event|ad-details/.test(path) ? [otherKind] : [])]) {
            const body =
              method === 'GET' || method === 'DELETE'
                ? {}
                : { body: { ...updateOf('service'), reason: 'spam', status: 'done' } }
            const { status, text } = await person.browser.send(method as 'GET', path + id, body)
            expect([status, id]).toEqual([
              expect.toBeOneOf([301, 302, 308, 400, 404, 409, 410, 414, 431]),
              id,
            ])
            expect(text).not.toMatch(/at .*\.ts:|syntax|invalid input|pg_/)
          }
        })
      },
    )
})
