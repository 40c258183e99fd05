import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createUser, send, signIn } from '../../../../test/support/data/accounts.ts'
import { createListing, createManyListings } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { maxListedSessions } from '../../../shared/limits.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})

describe('a bearer token', () => {
  const bearer = (token: string) =>
    send(site, 'GET', '/session', { headers: { authorization: `Bearer ${token}` } })

  test('authenticates as its session and ends with it', async () => {
    const { email } = await createUser(site.database)
    const cookie = await signIn(site, email)
    const { body } = await send<{ token: string }>(site, 'POST', '/jwt', { cookie, body: { email } })
    expect((await bearer(body.token)).body).toMatchObject({ email })
    await send(site, 'POST', '/logout', { cookie })
    expect((await bearer(body.token)).body).toBeNull()
  })

  test('is rejected if it is forged or expired', async () => {
    const { email } = await createUser(site.database)
    const cookie = await signIn(site, email)
    const { body } = await send(site, 'POST', '/jwt', { cookie, body: { email } })
    const [header = '', payload = '', signature = ''] = String(body.token).split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(claims.exp - claims.iat).toBe(15 * 60)
    const expired = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url')
    for (const token of [
      `${none}.${payload}.`,
      `${header}.${expired}.${signature}`,
      `${header}.${payload}.AAAA`,
      'x',
      'a.b.c',
    ]) {
      expect((await bearer(token)).body).toBeNull()
    }
  })
})

describe('the account', () => {
  async function withSessions(count: number, options = {}) {
    const person = await createUser(site.database, options)
    const cookies: string[] = []
    for (let n = 0; n < count; n += 1) cookies.push(await signIn(site, person.email))
    const [cookie = ''] = cookies
    return { ...person, cookie, cookies }
  }
  type Account = { sessions: { id: string; current: boolean; device: string }[] }
  const accountOf = async (cookie: string) => (await send<Account>(site, 'GET', '/account', { cookie })).body
  const isSignedIn = async (cookie: string) => (await send(site, 'GET', '/session', { cookie })).body !== null

  test('shows sign-in methods and sessions, but no token', async () => {
    const { cookie, email } = await withSessions(2)
    const account = await accountOf(cookie)
    expect(account).toMatchObject({ email, hasPassword: true, providers: [] })
    expect(account.sessions).toHaveLength(2)
    expect(account.sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(JSON.stringify(account)).not.toContain(cookie.split(/[=.]/)[2])
  })

  test('can end one session or all others', async () => {
    const { cookie, cookies } = await withSessions(4)
    const other = (await accountOf(cookie)).sessions.find(({ current }) => !current)
    expect((await send(site, 'DELETE', `/session/${other?.id}`, { cookie })).status).toBe(200)
    expect((await accountOf(cookie)).sessions).toHaveLength(3)
    expect((await send(site, 'POST', '/end-other-sessions', { cookie })).body).toMatchObject({
      message: expect.stringContaining('2'),
    })
    expect(await Promise.all(cookies.map(isSignedIn))).toEqual([true, false, false, false])
  })

  test('cannot end another user’s session', async () => {
    const { cookie } = await withSessions(1)
    const victim = await withSessions(1)
    const [session] = (await accountOf(victim.cookie)).sessions
    for (const id of [session?.id, 'not-an-id', '%00', "' or 1=1"]) {
      const { status } = await send(site, 'DELETE', `/session/${encodeURIComponent(String(id))}`, { cookie })
      expect([400, 404]).toContain(status)
    }
    expect(await isSignedIn(victim.cookie)).toBe(true)
  })

  test('exports all data about the person and none about others', async () => {
    const { cookie, email } = await withSessions(1)
    const own = { title: 'My own piano lessons', price: 40, priceUnit: 'hour' } as const
    await createListing(site.database, { authorEmail: email, ...own })
    await createListing(site.database, { authorEmail: 'stranger@example.com', title: 'Not mine' })
    const { body, headers } = await send(site, 'GET', '/account-data', { cookie })
    expect(body).toMatchObject({
      account: { email },
      profile: { email },
      authProviders: ['credential'],
      sessions: [{}],
      listings: [
        {
          title: 'My own piano lessons',
          price: 40,
          price_unit: 'hour',
          archived: false,
          renewal: { state: 'current', asked: null },
        },
      ],
      reports: [],
    })
    expect(JSON.stringify(body)).not.toMatch(/Not mine|stranger|password|"token"/)
    expect(headers['cache-control']).toBe('private, no-store')
  })

  test('exports events with their changed dates, venue, and tickets, and the dates that the person attends', async () => {
    const { cookie, email } = await withSessions(1)
    const weekly = { startTime: '19:30', endTime: '21:00', doorsTime: '19:00', rule: 'FREQ=WEEKLY;COUNT=4' }
    const event = { kind: 'event', startDate: '2026-12-01', authorEmail: 'host@example.com' } as const
    const mine = await createListing(site.database, {
      ...{
        ...event,
        authorEmail: email,
        title: 'Course',
        schedule: { ...weekly, exceptions: ['2026-12-15'] },
      },
      eventDetails: {
        venue_name: 'Town Hall',
        venue_address: '1 Main St',
        price_max: 40,
        capacity: 12,
        ticket_types: '[{"name": "Adults", "price": 35, "soldOut": false}]',
      },
    })
    const other = await createListing(site.database, { ...event, title: 'Fair', schedule: weekly })
    const plain = await createListing(site.database, { ...event, title: 'Picnic', endDate: '2026-12-02' })
    const run = (query: ReturnType<typeof sql>) => query.execute(site.database.kysely)
    await run(
      sql`update event_occurrence set canceled = now() where listing_id = ${mine} and scheduled = '2026-12-08'`,
    )
    await run(sql`update event_occurrence set changed = true, start_date = '2026-12-23', end_date = '2026-12-23',
      start_time = '18:00' where scheduled = '2026-12-22'`)
    await run(sql`insert into attendance (id, profile_id, listing_id, occurrence_id, state)
      select gen_random_uuid(), profile.id, ${other}, event_occurrence.id, 'going' from profile, event_occurrence
      where email = ${email} and listing_id = ${other} and scheduled = '2026-12-22'`)
    await run(sql`insert into attendance (id, profile_id, listing_id, state, show_name)
      select gen_random_uuid(), id, ${plain}, 'interested', true from profile where email = ${email}`)
    type Data = { listings: object[]; attendance: { event: string }[] }
    const { body } = await send<Data>(site, 'GET', '/account-data', { cookie })
    expect(body.listings).toMatchObject([
      {
        title: 'Course',
        schedule: [
          { rule: weekly.rule, start_time: '19:30:00', doors_time: '19:00:00', exceptions: ['2026-12-15'] },
        ],
        changedDates: [
          { scheduled: '2026-12-08', canceled: expect.any(String), postponed: null },
          { scheduled: '2026-12-22', start_date: '2026-12-23', start_time: '18:00:00', end_time: '21:00:00' },
        ],
        eventDetails: {
          venue_name: 'Town Hall',
          venue_address: '1 Main St',
          price_max: 40,
          capacity: 12,
          ticket_types: [{ name: 'Adults', price: 35, soldOut: false }],
        },
      },
    ])
    expect(body.attendance.toSorted((a, b) => a.event.localeCompare(b.event))).toMatchObject([
      {
        ...{
          listing: other,
          event: 'Fair',
          date: '2026-12-22',
          startDate: '2026-12-23',
          startTime: '18:00:00',
        },
        endTime: '21:00:00',
        canceled: null,
        attendance: 'going',
        showName: false,
        reminded: null,
      },
      {
        listing: plain,
        event: 'Picnic',
        date: null,
        startDate: '2026-12-01',
        endDate: '2026-12-02',
        startTime: null,
        attendance: 'interested',
        showName: true,
      },
    ])
  })

  test('exports more listings than fit into one page, each once and complete', async () => {
    const { email, cookie } = await withSessions(1)
    await createManyListings(site.database, 205, { title: 'Listing {n}' })
    await sql`update listing set author_id = (select id from profile where email = ${email})
      where author_id = (select id from profile where email = 'author@example.com')`.execute(
      site.database.kysely,
    )
    type Data = { listings: { title: string }[]; pictures: object[] }
    const { body } = await send<Data>(site, 'GET', '/account-data', { cookie })
    expect(new Set(body.listings.map(({ title }) => title)).size).toBe(205)
    expect(body.pictures).toEqual([])
  })

  test('lists the sessions that were used last, and no more than a page of them', async () => {
    const { accountId, cookie } = await withSessions(1)
    await sql`
      insert into account_session (id, account_id, token, expires, created, updated)
      select gen_random_uuid(), ${accountId}, 'token of session ' || n, now() + interval '1 day',
        now() - n * interval '1 minute', now() - n * interval '1 minute'
      from generate_series(1, 200) n`.execute(site.database.kysely)
    const { sessions } = await accountOf(cookie)
    expect(sessions).toHaveLength(maxListedSessions)
    expect(sessions[0]).toMatchObject({ current: true })
  })

  test('can be deleted at once with its sessions, profile, and listings', async () => {
    const { cookie, cookies, email } = await withSessions(2)
    const id = await createListing(site.database, { authorEmail: email, images: ['/of-mine.webp'] })
    const response = await send(site, 'DELETE', '/account', { cookie })
    expect(response.status).toBe(200)
    expect(await Promise.all(cookies.map(isSignedIn))).toEqual([false, false])
    expect((await send(site, 'GET', `/service/${id}`)).status).toBe(404)
    const { rows } = await sql`
      select from account where email = ${email} union all select from profile where email = ${email}`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([])
    expect((await send(site, 'POST', '/auth/sign-in/email', { body: { email, password: 'x' } })).status).toBe(
      401,
    )
  })

  test('cannot be deleted without a recent sign-in', async () => {
    const { cookie, accountId } = await withSessions(1)
    await sql`update account_session set created = now() - interval '2 hours' where account_id = ${accountId}`.execute(
      site.database.kysely,
    )
    expect((await send(site, 'DELETE', '/account', { cookie })).status).toBe(403)
    expect(await isSignedIn(cookie)).toBe(true)
  })

  test('cannot be deleted if it is the last admin’s', async () => {
    const newSite = await createTestApp(undefined, { realSessions: true })
    const [one, two] = [
      await createUser(newSite.database, { isAdmin: true }),
      await createUser(newSite.database, { isAdmin: true }),
    ]
    const leave = async (email: string) =>
      send(newSite, 'DELETE', '/account', { cookie: await signIn(newSite, email) })
    const responses = await Promise.all([leave(one.email), leave(two.email)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

test('lets anyone read the sign-in providers and the current session', async () => {
  expect((await send(site, 'GET', '/auth-providers')).body).toEqual({ google: 'unset', oidc: null })
  expect((await send(site, 'GET', '/session')).body).toBeNull()
  const production = await createTestApp(site.database, { production: true, rateLimit: 1 })
  expect((await send(production, 'GET', '/auth-providers')).body).toEqual({ google: 'off', oidc: null })
})
