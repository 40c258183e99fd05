import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  findTitles,
  itemsOf,
  listCalls,
  listUrl,
  titlesOf,
} from '../../../../test/support/checks/list-calls.ts'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import { admin, createTestApp, type TestApp, viewerWith } from '../../../../test/support/site/app.ts'
import type { ListingStatus } from '../../../shared/listing.ts'
import type { Viewer } from '../../../shared/policy.ts'

const author = viewerWith({ email: 'seller@example.com' })
const other = viewerWith({ email: 'other@example.com' })
const viewers: Record<string, Viewer | null> = { visitor: null, author, other, admin }

let site: TestApp
/** Tests that count listings empty it first. */
let fresh: TestApp
beforeAll(async () => {
  site = await createTestApp()
  fresh = await createTestApp()
})

const deleteAllListings = () => sql`delete from listing`.execute(fresh.database.kysely)

const kinds = ['service', 'event'] as const

/** The response status for each viewer by the status of the listing. */
const access: [status: ListingStatus, responses: Record<keyof typeof viewers, number>][] = [
  ['active', { visitor: 200, author: 200, other: 200, admin: 200 }],
  ['reported', { visitor: 200, author: 200, other: 200, admin: 200 }],
  ['hidden', { visitor: 404, author: 200, other: 404, admin: 200 }],
  ['deleted', { visitor: 410, author: 410, other: 410, admin: 410 }],
]

describe.each(kinds)('the details of a %s', (kind) => {
  test.each(access)('that is %s', async (status, responses) => {
    const secret = `secret ${status} ${kind}`
    const id = await createListing(site.database, { kind, status, authorEmail: author.email, title: secret })
    for (const [name, viewer] of Object.entries(viewers)) {
      const response = await site.get(`/${kind}/${id}`, viewer)
      expect(response.status, name).toBe(responses[name])
      if (response.status === 200) expect(response.body).toMatchObject({ _id: id, status })
      else expect(response.text).not.toContain(secret)
    }
  })

  test('do not reveal whether it is hidden or never existed', async () => {
    const id = await createListing(site.database, { kind, status: 'hidden', authorEmail: author.email })
    const hidden = await site.get(`/${kind}/${id}`, other)
    const never = await site.get(`/${kind}/0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b`, other)
    expect(hidden.body).toEqual(never.body)
  })

  test('show a hidden one to its author in any letter case of the email', async () => {
    const id = await createListing(site.database, { kind, status: 'hidden', authorEmail: author.email })
    const viewer = viewerWith({ email: 'Seller@Example.COM' })
    expect((await site.get(`/${kind}/${id}`, viewer)).status).toBe(200)
  })

  test('are not cacheable if only some can see it', async () => {
    const id = await createListing(site.database, { kind, status: 'hidden', authorEmail: author.email })
    const { headers } = await site.get(`/${kind}/${id}`, author)
    expect(headers['cache-control']).toMatch(/private|no-store/)
  })

  test('return the code `gone` for a removed one', async () => {
    const id = await createListing(site.database, { kind, status: 'deleted' })
    expect((await site.get(`/${kind}/${id}`)).body).toMatchObject({ code: 'gone' })
  })
})

describe.each(listCalls)('$path', (call) => {
  const search = { path: `/${call.kind}sbyfilter`, kind: call.kind }

  test('reflects every status change at once, in rows and in the total', async () => {
    await deleteAllListings()
    const title = 'Follow me'
    const id = await createListing(fresh.database, { kind: call.kind, title })
    await createListing(fresh.database, { kind: call.kind, title: 'Always there' })
    const expectShown = async (shown: boolean) => {
      const { body } = await fresh.get(listUrl(call))
      expect(titlesOf(body).includes(title)).toBe(shown)
      expect(titlesOf(body)).toHaveLength(shown ? 2 : 1)
      if (!call.plain) expect(body).toMatchObject({ total: shown ? 2 : 1, totalPages: 1 })
      const found = await fresh.get(listUrl(search, { searchtext: 'follow me' }))
      expect(found.body).toMatchObject({ total: shown ? 1 : 0 })
    }
    await expectShown(true)
    const steps: [ListingStatus, boolean][] = [
      ['hidden', false],
      ['active', true],
      ['deleted', false],
      ['reported', true],
      ['hidden', false],
      ['deleted', false],
      ['active', true],
      ['active', true],
    ]
    for (const [status, shown] of steps) {
      await setStatus(fresh.database, id, status)
      await expectShown(shown)
    }
    await sql`delete from listing where id = ${id}`.execute(fresh.database.kysely)
    await expectShown(false)
  })

  test('shows only public listings, even to an admin or the author', async () => {
    for (const status of ['hidden', 'deleted'] as const) {
      await createListing(site.database, {
        kind: call.kind,
        status,
        authorEmail: author.email,
        title: 'Unseen',
      })
    }
    for (const viewer of Object.values(viewers)) {
      const { body } = await site.get(listUrl(call, { limit: '50' }), viewer)
      expect(titlesOf(body)).not.toContain('Unseen')
    }
  })
})

describe.each(kinds)('%ssbyfilter?status=reported', (kind) => {
  const address = `/${kind}sbyfilter?status=reported`

  test.each(['visitor', 'author', 'other'])('returns 403 to the %s', async (name) => {
    await createListing(site.database, {
      kind,
      status: 'reported',
      title: 'Whispered',
      authorEmail: author.email,
    })
    const { status, body, text } = await site.get(address, viewers[name])
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'forbidden' })
    expect(text).not.toContain('Whispered')
  })

  test('shows admins reported and hidden listings, newest first', async () => {
    await deleteAllListings()
    for (const status of ['active', 'reported', 'hidden', 'deleted'] as const) {
      await createListing(fresh.database, { kind, status, title: `It is ${status}` })
    }
    const { body } = await fresh.get(address, admin)
    expect(titlesOf(body)).toEqual(['It is hidden', 'It is reported'])
    expect(body).toMatchObject({ total: 2, totalPages: 1 })
    const second = await fresh.get(`${address}&limit=1&page=2`, admin)
    expect(titlesOf(second.body)).toEqual(['It is reported'])
    expect(second.body).toMatchObject({ total: 2, totalPages: 2 })
  })

  test('includes the author’s contact details, which public lists omit', async () => {
    await deleteAllListings()
    await createListing(fresh.database, {
      kind,
      status: 'reported',
      authorEmail: author.email,
      phone: '+1 512 555 0199',
    })
    const { body } = await fresh.get(address, admin)
    expect(itemsOf(body)).toMatchObject([
      {
        author: {
          email: author.email,
          phone: '+1 512 555 0199',
          business_email: '',
          facebook: '',
          instagram: '',
        },
      },
    ])
    const publicList = await fresh.get(`/${kind}sbyfilter`, admin)
    expect(itemsOf(publicList.body)).toHaveLength(1)
    expect(publicList.text).not.toMatch(/author|email|phone/)
  })

  test.each(['deleted', 'hidden', 'active', 'REPORTED', 'reported&status=active'])(
    'rejects status=%s, even for an admin',
    async (status) => {
      const response = await site.get(`/${kind}sbyfilter?status=${status}`, admin)
      expect(response.status).toBe(400)
      expect(response.body).toMatchObject({ code: 'invalid', fields: { status: expect.any(String) } })
    },
  )

  test('reveals no hidden listing if written as an array', async () => {
    await createListing(site.database, { kind, status: 'hidden', title: 'Well hidden' })
    for (const viewer of Object.values(viewers)) {
      const { status, text } = await site.get(`/${kind}sbyfilter?status[]=reported&limit=50`, viewer)
      expect([200, 400, 403]).toContain(status)
      expect(text).not.toContain('Well hidden')
    }
  })
})

test('a reported listing stays in lists and in search', async () => {
  await deleteAllListings()
  await createListing(fresh.database, { title: 'Still here', status: 'reported' })
  expect(await findTitles(fresh, {})).toEqual(['Still here'])
  expect(await findTitles(fresh, { searchtext: 'still here' })).toEqual(['Still here'])
})
