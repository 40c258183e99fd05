import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createUser, send, signIn, type TestUser } from '../../../../test/support/data/accounts.ts'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import { callsOf, createPicture, type Post, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { EventDetails, Service, ServiceDetails } from '../../../shared/listing.ts'
import { noAccess } from '../../../shared/messages/forms.ts'

type Role = 'visitor' | 'unverified' | 'author' | 'other' | 'admin'
const roles = ['visitor', 'unverified', 'author', 'other', 'admin'] as const
const kinds = ['service', 'event'] as const

let site: TestApp
const people = {} as Record<Exclude<Role, 'visitor'>, TestUser>
const cookies = { visitor: '' } as Record<Role, string>

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  for (const who of ['author', 'other', 'admin', 'unverified'] as const) {
    people[who] = await createUser(site.database, { email: `${who}@example.com`, isAdmin: who === 'admin' })
    cookies[who] = await signIn(site, people[who].email)
  }
  await sql`update account set email_verified = false where id = ${people.unverified.accountId}`.execute(
    site.database.kysely,
  )
})

const request = <Body = Record<string, unknown>>(
  who: Role,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => send<Body>(site, method, path, { cookie: cookies[who], body, ...(headers && { headers }) })

const pictureOf = (who: Exclude<Role, 'visitor'>) => createPicture(site.database, people[who].accountId)
const listingRows = async () =>
  (await sql`select * from listing order by id`.execute(site.database.kysely)).rows
const ownListing = (kind: 'service' | 'event') =>
  createListing(site.database, { kind, authorEmail: 'author@example.com' })

describe.each(kinds)('a %s', (kind) => {
  const calls = callsOf(kind)

  test('is public at once, exactly as posted, and in its author’s own list', async () => {
    const images = [await pictureOf('author'), await pictureOf('author')]
    const { status, body } = await request<ServiceDetails & EventDetails>(
      'author',
      'POST',
      calls.post,
      postOf(kind, { images }),
    )
    expect(status).toBe(201)
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: expect.any(String),
      description: 'Patient lessons for children and adults, at your home or mine.',
      images,
      placeholders: ['data:image/webp;base64,AAAA', 'data:image/webp;base64,AAAA'],
      price: 42.5,
      price_unit: null,
      posted: expect.any(String),
      status: 'active',
      freshness: 'current',
      country: 'United States',
      state: 'Texas',
      city: 'Austin',
      category: 'Music & Performing Arts',
      subcategory: 'Piano Lessons',
      recommendations: 0,
      fields: {},
      author: {
        email: 'author@example.com',
        business_email: 'lessons@example.com',
        phone: '+1 512 555 0142',
        facebook: 'https://www.facebook.com/lessons',
        instagram: 'https://www.instagram.com/lessons/',
      },
      messages_only: false,
      version: 1,
      publishAt: null,
      contact_available: true,
      contact_viewers: null,
      seller: expect.objectContaining({ name: 'Ada Park', verified: true }),
      hiding: null,
      ...(kind === 'service' && { renewBy: null }),
      ...(kind === 'event' && {
        startDate: '2026-12-01',
        endDate: '2026-12-02',
        event_availability: 'available',
        canceled: false,
        postponed: false,
        time_zone: 'America/Chicago',
        rule: null,
        schedule: null,
        occurrence: {
          scheduled: '2026-12-01',
          startDate: '2026-12-01',
          endDate: '2026-12-02',
          startTime: null,
          endTime: null,
          doorsTime: null,
          startsAt: '2026-12-01T06:00:00.000Z',
          endsAt: '2026-12-03T06:00:00.000Z',
          canceled: false,
          postponed: false,
        },
        attendance_mode: 'in_person',
        venue_name: '',
        venue: { name: '', address: '', postal_code: '', note: '', latitude: null, longitude: null },
        has_online_url: false,
        online_url: null,
        online_url_shown: 'signed_in',
        price_max: null,
        pay_what_you_can: false,
        ticket_types: [],
        ticket_url: '',
        capacity: null,
        registration: null,
      }),
    })
    expect((await request('visitor', 'GET', calls.one(body._id))).body).toEqual(body)
    const listed = await request<{ [list: string]: object[] }>('visitor', 'GET', calls.list)
    expect(listed.body[`${kind}s`]).toContainEqual(
      expect.objectContaining({ _id: body._id, placeholders: ['data:image/webp;base64,AAAA'] }),
    )
    const { seller: _seller, hiding: _hiding, contact_available: _available, ...own } = body
    expect((await request('author', 'GET', calls.own)).body).toContainEqual(own)
  })

  const posting: Record<Role, number> = {
    visitor: 401,
    unverified: 401,
    author: 201,
    other: 201,
    admin: 201,
  }
  test.each(roles)('posted by the %s', async (who) => {
    const images = who === 'visitor' ? [] : [await pictureOf(who)]
    const before = await listingRows()
    const { status, body } = await request(who, 'POST', calls.post, postOf(kind, { images }))
    expect(status).toBe(posting[who])
    if (status === 201) expect(body).toMatchObject({ author: { email: `${who}@example.com` } })
    else expect(await listingRows()).toEqual(before)
  })

  test('asks a visitor to sign in, even if the body is empty', async () => {
    expect(await request('visitor', 'POST', calls.post, {})).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
    expect(
      await request('visitor', 'PUT', calls.update('0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b'), {}),
    ).toMatchObject({ status: 401 })
  })

  const changing: Record<Role, number> = {
    visitor: 401,
    unverified: 401,
    author: 200,
    other: 403,
    admin: 200,
  }
  test.each(roles)('changed by the %s', async (who) => {
    const id = await ownListing(kind)
    const before = await listingRows()
    const { status, body } = await request(
      who,
      'PUT',
      calls.update(id),
      updateOf(kind, { title: 'Changed title' }),
    )
    expect(status).toBe(changing[who])
    if (status === 200) {
      expect(body).toMatchObject({
        _id: id,
        title: 'Changed title',
        version: 2,
        author: { email: 'author@example.com' },
      })
      expect((await request('visitor', 'GET', calls.one(id))).body).toEqual(body)
    } else {
      expect(await listingRows()).toEqual(before)
      if (who === 'other') expect(body).toEqual({ code: 'forbidden', message: noAccess })
    }
  })

  test.each(roles)('deleted by the %s', async (who) => {
    const id = await ownListing(kind)
    const before = await listingRows()
    const { status } = await request(who, 'DELETE', calls.one(id))
    expect(status).toBe(changing[who])
    if (status !== 200) {
      expect(await listingRows()).toEqual(before)
      return
    }
    for (const role of ['visitor', 'author', 'admin'] as const)
      expect(await request(role, 'GET', calls.one(id))).toMatchObject({ status: 410, body: { code: 'gone' } })
    const everywhere = [
      await request('visitor', 'GET', calls.list),
      await request('author', 'GET', calls.own),
      await request('visitor', 'GET', `/${kind}sbycity?city=Austin`),
      await request('visitor', 'GET', `/${kind}sbyfilter?searchtext=Listing`),
      await request('admin', 'GET', `/${kind}sbyfilter?status=reported`),
    ]
    expect(JSON.stringify(everywhere.map(({ body }) => body))).not.toContain(id)
    expect(await request('author', 'DELETE', calls.one(id))).toMatchObject({ status: 410 })
    expect(await request('author', 'PUT', calls.update(id), updateOf(kind))).toMatchObject({ status: 410 })
  })

  test('is in the own list of its author only, even if hidden, newest first', async () => {
    const owner = await createUser(site.database)
    const cookie = await signIn(site, owner.email)
    const input = { kind, authorEmail: owner.email }
    const older = await createListing(site.database, { ...input, posted: '2026-01-01T12:00:00Z' })
    const newer = await createListing(site.database, {
      ...input,
      posted: '2026-02-01T12:00:00Z',
      status: 'hidden',
    })
    await createListing(site.database, { ...input, status: 'deleted' })
    await createListing(site.database, { ...input, kind: kind === 'service' ? 'event' : 'service' })
    const { status, body } = await send<Service[]>(site, 'GET', calls.own, { cookie })
    expect(status).toBe(200)
    expect(body.map(({ _id }) => _id)).toEqual([newer, older])
    expect(body[0]?.author?.email).toBe(owner.email)
    expect(await request('visitor', 'GET', calls.own)).toMatchObject({ status: 401 })
    expect(JSON.stringify((await request('other', 'GET', calls.own)).body)).not.toContain(older)
    expect(JSON.stringify((await request('admin', 'GET', calls.own)).body)).not.toContain(older)
  })

  test.each([
    ['status', { status: 'hidden' }],
    ['author.email', { author: { email: 'other@example.com' } }],
    ['authorId', { authorId: '1', author_id: '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b' }],
    ['posted', { posted: '2020-01-01T00:00:00.000Z' }],
    ['_id', { _id: '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b', id: '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b' }],
    ['isAdmin', { isAdmin: true, reportCount: 0, featured: true, kind: 'event', deleted: null }],
  ])('ignores %s in the body', async (_field, planted) => {
    const images = [await pictureOf('author')]
    const posted = await request<Service>('author', 'POST', calls.post, {
      ...postOf(kind, { images }),
      ...planted,
    })
    const mine = { status: 'active', author: { email: 'author@example.com' } }
    expect(posted).toMatchObject({ status: 201, body: mine })
    expect(posted.body._id).not.toBe('0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b')
    expect(Date.parse(posted.body.posted)).toBeGreaterThan(Date.parse('2026-01-01'))
    const changed = await request<Service>('author', 'PUT', calls.update(posted.body._id), {
      ...updateOf(kind),
      ...planted,
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { ...mine, _id: posted.body._id, posted: posted.body.posted },
    })
    expect((await request('author', 'GET', '/userprofile')).body).toMatchObject({ isAdmin: false })
  })

  test('stays reported or hidden when its author changes it', async () => {
    for (const status of ['reported', 'hidden'] as const) {
      const id = await ownListing(kind)
      await setStatus(site.database, id, status)
      const { body } = await request(
        'author',
        'PUT',
        calls.update(id),
        updateOf(kind, { status: 'active' } as Post),
      )
      expect(body).toMatchObject({ status })
    }
  })

  test('returns 404 to others for every call if it is hidden', async () => {
    const id = await ownListing(kind)
    await setStatus(site.database, id, 'hidden')
    expect(await request('other', 'PUT', calls.update(id), updateOf(kind))).toMatchObject({ status: 404 })
    expect(await request('other', 'DELETE', calls.one(id))).toMatchObject({ status: 404 })
  })

  test('returns 404 for the calls of the other kind', async () => {
    const id = await ownListing(kind)
    const others = callsOf(kind === 'service' ? 'event' : 'service')
    const update = updateOf(kind === 'service' ? 'event' : 'service')
    expect(await request('author', 'PUT', others.update(id), update)).toMatchObject({ status: 404 })
    expect(await request('author', 'DELETE', others.one(id))).toMatchObject({ status: 404 })
    expect(await request('author', 'GET', calls.one(id))).toMatchObject({ status: 200 })
  })
})

test('posting creates a missing profile', async () => {
  const newcomer = await createUser(site.database, { profile: false, name: 'New Here' })
  const cookie = await signIn(site, newcomer.email)
  expect(await send(site, 'POST', '/services', { cookie, body: postOf('service') })).toMatchObject({
    status: 201,
  })
  expect(await send(site, 'GET', '/userprofile', { cookie })).toMatchObject({
    status: 200,
    body: { name: 'New Here' },
  })
})
