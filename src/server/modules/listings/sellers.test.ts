import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { createUser } from '../../../../test/support/data/accounts.ts'
import { createListing, createManyListings, setStatus } from '../../../../test/support/data/factories.ts'
import { admin, createTestApp, type TestApp, viewerWith } from '../../../../test/support/site/app.ts'
import type { ListingSeller, SellerPage } from '../../../shared/listing.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})

type Details = { seller: ListingSeller }
const sellerOf = async (id: string) => (await site.get<Details>(`/service/${id}`)).body.seller
const getSeller = (id: string) => site.get<SellerPage>(`/seller/${id}`)

/** Creates a person with a service. */
async function createSeller(options: { email: string; name?: string }) {
  const { accountId } = await createUser(site.database, options)
  const id = await createListing(site.database, { authorEmail: options.email })
  return { accountId, id, seller: await sellerOf(id) }
}

const setAccount = (accountId: string, set: ReturnType<typeof sql>) =>
  sql`update account set ${set} where id = ${accountId}`.execute(site.database.kysely)

describe('the seller of a listing', () => {
  test('is its author’s name, photo, year of joining, and verified email', async () => {
    const { accountId, id, seller } = await createSeller({ email: 'ada@example.com', name: 'Ada Park' })
    await setAccount(accountId, sql`image = '/pictures/ada.webp', created = '2024-06-01'`)
    expect(await sellerOf(id)).toEqual({
      id: seller.id,
      handle: null,
      name: 'Ada Park',
      photo: '/pictures/ada.webp',
      since: 2024,
      verified: true,
      recommendations: 0,
      ads: 0,
    })
  })

  test('joined in the year of the site’s time zone', async () => {
    const { accountId, id } = await createSeller({ email: 'eve@example.com' })
    await setAccount(accountId, sql`created = '2026-01-01T03:00:00Z'`)
    expect((await sellerOf(id)).since).toBe(2025)
  })

  test.each([
    ['their email', 'rosa@example.com'],
    ['the beginning of their email', 'rosa'],
    ['blanks', '  '],
  ])('has no name if the account’s name is %s', async (_what, name) => {
    const { accountId, id } = await createSeller({ email: 'rosa@example.com' }).catch(async () => {
      const { rows } = await sql<{ id: string; accountId: string }>`
        select listing.id, profile.account_id as "accountId" from listing join profile on profile.id = author_id
        where profile.email = 'rosa@example.com'`.execute(site.database.kysely)
      return rows[0] ?? { accountId: '', id: '' }
    })
    await setAccount(accountId, sql`name = ${name}`)
    await sql`update profile set name = ${name} where account_id = ${accountId}`.execute(site.database.kysely)
    expect((await sellerOf(id)).name).toBeNull()
  })

  test('shows no photo from another host', async () => {
    const { accountId, id } = await createSeller({ email: 'pat@example.com' })
    await setAccount(accountId, sql`image = 'https://photos.example.com/pat.jpg'`)
    expect((await sellerOf(id)).photo).toBeNull()
  })

  test('without an account, as in the demo, has no verified email', async () => {
    const id = await createListing(site.database, { authorEmail: 'demo@example.com' })
    expect(await sellerOf(id)).toMatchObject({ name: 'Author', verified: false, ads: 0 })
  })

  test('has as many other ads as visitors can see, of both kinds', async () => {
    const { id } = await createSeller({ email: 'busy@example.com' })
    const authorEmail = 'busy@example.com'
    for (const status of ['active', 'reported', 'hidden', 'deleted'] as const) {
      await createListing(site.database, { authorEmail, status })
      await createListing(site.database, { authorEmail, status, kind: 'event' })
    }
    expect((await sellerOf(id)).ads).toBe(4)
  })

  test('is not counted beyond a hundred other ads', async () => {
    await createManyListings(site.database, 103, { title: 'Many {n}' })
    const { rows } = await sql<{ id: string }>`select id from listing where title = 'Many 1'`.execute(
      site.database.kysely,
    )
    expect((await sellerOf(rows[0]?.id ?? '')).ads).toBe(100)
  })
})

describe('a seller’s page', () => {
  test('has no email, contact, or exact time', async () => {
    const { seller } = await createSeller({ email: 'quiet@example.com', name: 'Quiet Person' })
    const { status, text, body } = await getSeller(seller.id)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      ...[
        'bio',
        'events',
        'handle',
        'id',
        'isOwn',
        'name',
        'photo',
        'recommendations',
        'repliesWithinDay',
        'services',
      ],
      ...['since', 'town', 'verified'],
    ])
    expect(text).not.toMatch(/quiet@|T\d\d:/)
  })

  test('lists only their public ads, services newest first', async () => {
    const { seller, id } = await createSeller({ email: 'lister@example.com' })
    const authorEmail = 'lister@example.com'
    await setStatus(site.database, id, 'deleted')
    for (const title of ['Oldest', 'Middle', 'Newest'])
      await createListing(site.database, { authorEmail, title })
    await createListing(site.database, { authorEmail, status: 'hidden', title: 'Hidden' })
    await createListing(site.database, { title: 'By someone else' })
    for (const viewer of [null, admin, viewerWith({ email: authorEmail })]) {
      const { body } = await site.get<{ total: number }>(`/servicesbyseller?seller=${seller.id}`, viewer)
      expect(titlesOf(body)).toEqual(['Newest', 'Middle', 'Oldest'])
      expect(body).toMatchObject({ total: 3, totalPages: 1 })
      expect(JSON.stringify(body)).not.toMatch(/author|email|phone/)
    }
    const second = await site.get(`/servicesbyseller?seller=${seller.id}&limit=2&page=2`)
    expect(titlesOf(second.body)).toEqual(['Oldest'])
    expect(second.body).toMatchObject({ total: 3, totalPages: 2 })
    const beyond = await site.get(`/servicesbyseller?seller=${seller.id}&page=9`)
    expect(beyond.body).toEqual({ services: [], total: 3, totalPages: 1 })
    expect((await getSeller(seller.id)).body).toMatchObject({ services: 3, events: 0 })
  })

  test('lists upcoming events before ended ones', async () => {
    const { seller } = await createSeller({ email: 'host@example.com' })
    const event = (title: string, startDate: string) =>
      createListing(site.database, { kind: 'event', authorEmail: 'host@example.com', title, startDate })
    await event('Last month', '2026-10-20')
    await event('Next month', '2026-12-20')
    await event('Tomorrow', '2026-11-21')
    const { body } = await site.get(`/eventsbyseller?seller=${seller.id}`)
    expect(titlesOf(body)).toEqual(['Tomorrow', 'Next month', 'Last month'])
    expect((await getSeller(seller.id)).body).toMatchObject({ services: 1, events: 3 })
  })

  test('does not exist for someone who is unknown, has no public ads, or is suspended', async () => {
    expect((await getSeller('0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b')).status).toBe(404)
    expect((await getSeller('not.an.id')).status).toBe(400)
    const { accountId, id, seller } = await createSeller({ email: 'gone@example.com' })
    await setAccount(accountId, sql`suspended_at = now(), suspension_reason = 'Spam'`)
    expect((await getSeller(seller.id)).status).toBe(404)
    await setAccount(accountId, sql`suspended_at = null, suspension_reason = ''`)
    expect((await getSeller(seller.id)).status).toBe(200)
    await setStatus(site.database, id, 'hidden')
    expect((await getSeller(seller.id)).status).toBe(404)
    const list = await site.get(`/servicesbyseller?seller=${seller.id}`)
    expect(list.body).toEqual({ services: [], total: 0, totalPages: 0 })
  })
})
