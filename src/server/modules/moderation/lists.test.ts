import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createUser } from '../../../../test/support/data/accounts.ts'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import {
  createWatchListing,
  moderated,
  peopleCount,
  requestAs,
  setUpModeratedSite,
} from '../../../../test/support/data/moderated-site.ts'
import { maxCounted } from '../../../shared/limits.ts'
import type { Service } from '../../../shared/listing.ts'
import type { Overview } from '../../../shared/moderation.ts'

setUpModeratedSite()

describe('the list of users', () => {
  test('is paginated, has three orders, and searches any part of the name or email', async () => {
    const { kysely } = moderated.site.database
    await sql`insert into profile (id, email, name, created)
      select gen_random_uuid(), 'person' || n || '@towns.example', 'Person ' || n, now() - n * interval '1 day'
      from generate_series(1, 120) n`.execute(kysely)
    const list = async (query: string) => {
      const { body, headers } = await requestAs<{ email: string }[]>('admin', 'GET', `/profiles?${query}`)
      return { emails: body.map(({ email }) => email), total: headers['x-total-count'] }
    }
    expect((await list('')).emails).toHaveLength(50)
    expect((await list('')).total).toBe(String(120 + peopleCount))
    expect((await list('limit=200&page=1')).emails).toHaveLength(120 + peopleCount)
    expect((await list('page=4&limit=50')).emails).toEqual([])
    expect((await list('sort=email&limit=1')).emails).toEqual(['admin@example.com'])
    expect(await list('search=PERSON+12')).toEqual({
      emails: ['person12@towns.example', 'person120@towns.example'],
      total: '2',
    })
    expect((await list('search=%25')).emails).toEqual([])
    expect((await list('search=_')).emails).toEqual([])
    for (const query of ['limit=201', 'page=0', 'sort=age'])
      expect(await requestAs('admin', 'GET', `/profiles?${query}`)).toMatchObject({ status: 400 })
  })

  test('shows every user once and in order, page by page from either end', async () => {
    const { kysely } = moderated.site.database
    const count = 16 + peopleCount
    // Several users share a name and a day.
    await sql`insert into profile (id, email, name, created)
      select gen_random_uuid(), 'person' || n || '@towns.example', 'Person ' || n / 3, now() - (n / 4) * interval '1 day'
      from generate_series(1, 16) n`.execute(kysely)
    for (const sort of ['newest', 'name', 'email']) {
      const emails = async (query: string) =>
        (await requestAs<{ email: string }[]>('admin', 'GET', `/profiles?sort=${sort}&${query}`)).body.map(
          ({ email }) => email,
        )
      const all = await emails('limit=200')
      expect(new Set(all).size).toBe(count)
      for (const limit of [1, 4, 7, 20]) {
        const pages: string[] = []
        for (let page = 1; page <= Math.ceil(count / limit) + 1; page += 1)
          pages.push(...(await emails(`limit=${limit}&page=${page}`)))
        expect(pages, `by ${sort}, ${limit} a page`).toEqual(all)
      }
    }
  })

  test('stops counting very many matches, and shows the newest', async () => {
    await sql`insert into profile (id, email, name, created)
      select gen_random_uuid(), 'crowd' || n || '@towns.example', 'Person ' || n, now() + n * interval '1 second'
      from generate_series(1, ${sql.lit(maxCounted + 5)}) n`.execute(moderated.site.database.kysely)
    const { body, headers } = await requestAs<{ name: string }[]>('admin', 'GET', '/profiles?search=crowd')
    expect(headers['x-total-count']).toBe(String(maxCounted))
    expect(body.slice(0, 2).map(({ name }) => name)).toEqual([
      `Person ${maxCounted + 5}`,
      `Person ${maxCounted + 4}`,
    ])
  })

  test('has the right total after users are added and deleted', async () => {
    const total = async () => (await requestAs('admin', 'GET', '/profiles')).headers['x-total-count']
    expect(await total()).toBe(String(peopleCount))
    await createUser(moderated.site.database)
    await sql`delete from profile where email = 'third@example.com'`.execute(moderated.site.database.kysely)
    await sql`select compact_listing_counts()`.execute(moderated.site.database.kysely)
    expect(await total()).toBe(String(peopleCount))
  })
})

test('the overview counts open work and each of the last thirty days', async () => {
  const id = await createWatchListing('service')
  await requestAs('visitor', 'PUT', `/service-report/${id}`, {})
  await requestAs('visitor', 'POST', '/send-email', {
    name: 'Ann',
    email: 'ann@example.org',
    message: 'Hello there',
  })
  const { body } = await requestAs<Overview>('admin', 'GET', '/moderation/overview')
  const nothing = { count: 0, oldest: null }
  expect(body.waiting).toEqual({
    cases: {
      service: { count: 1, oldest: expect.any(String) },
      event: nothing,
      message: nothing,
      conversation: nothing,
      person: nothing,
      appeal: nothing,
    },
    messages: { failed: 0, open: 1 },
  })
  expect(body.days).toHaveLength(30)
  expect(body.days.at(-1)).toMatchObject({ users: peopleCount, reports: 1, messages: 1 })
})

test('admins find listings of any status by words, by the author’s email, and by id', async () => {
  const [live, hidden] = [await createWatchListing('service'), await createWatchListing('service')]
  await createListing(moderated.site.database, { authorEmail: 'other@example.com', title: 'Lawn mowing' })
  await setStatus(moderated.site.database, hidden, 'hidden')
  const list = async (query: string) => {
    const { body } = await requestAs<{ listings: Service[]; total: number }>(
      'admin',
      'GET',
      `/moderation/listings?kind=service&${query}`,
    )
    return body.listings.map(({ _id }) => _id)
  }
  expect(await list('search=watch')).toEqual([live])
  expect(await list('status=hidden&search=WATCH')).toEqual([hidden])
  expect(await list('search=author%40example.com')).toEqual([live])
  expect(await list('status=hidden&search=author%40example.com')).toEqual([hidden])
  expect(await list(`search=${hidden}`)).toEqual([hidden])
  expect(await list('')).toHaveLength(2)
})
