import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createPerson,
  type Person,
  type SendOptions,
  send,
  signIn,
} from '../../../../test/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/app.ts'
import { createListing } from '../../../../test/support/factories.ts'
import { profileExistsMessage } from '../../../shared/messages/forms.ts'

type RequestContext = 'visitor' | 'owner' | 'other' | 'admin' | 'unverified'

let site: TestApp
const people = {} as Record<Exclude<RequestContext, 'visitor'>, Person>
const cookies = { visitor: '' } as Record<RequestContext, string>

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  for (const who of ['owner', 'other', 'admin'] as const) {
    people[who] = await createPerson(site.database, { email: `${who}@example.com`, isAdmin: who === 'admin' })
    cookies[who] = await signIn(site, people[who].email)
  }
  people.unverified = await createPerson(site.database, { email: 'unverified@example.com', verified: false })
  // A session that was made before the address lost its proof.
  const made = await createPerson(site.database, { email: 'once@example.com' })
  cookies.unverified = await signIn(site, made.email)
  await sql`update account set email_verified = false where id = ${made.accountId}`.execute(
    site.database.kysely,
  )
})

const ask = (who: RequestContext, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  send(site, method, path, { cookie: cookies[who], ...(body !== undefined && { body }) } as SendOptions)

describe('what only somebody who is signed in may ask', () => {
  const calls = [
    ['GET', '/userprofile'],
    ['PUT', '/profile-update', { name: 'Taken Over' }],
    ['POST', '/jwt', { email: 'owner@example.com' }],
    ['POST', '/profile-exists', { email: 'owner@example.com' }],
    ['POST', '/profile', { name: 'Owner', email: 'owner@example.com' }],
    ['GET', '/account'],
    ['DELETE', '/session/0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b'],
    ['POST', '/end-other-sessions'],
    ['GET', '/account-data'],
    ['DELETE', '/account'],
  ] as const

  test.each(calls)(
    '%s %s is refused to a visitor, and to a session whose address is not verified',
    async (...call) => {
      const [method, path, body] = call
      const rows = () =>
        sql`select * from profile order by id`.execute(site.database.kysely).then((found) => found.rows)
      const before = await rows()
      for (const who of ['visitor', 'unverified'] as const) {
        const answer = await ask(who, method, path, body)
        expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
        expect(JSON.stringify(answer.body)).not.toMatch(/owner|example|token"/)
      }
      expect(await rows()).toEqual(before)
    },
  )
})

describe('the profile', () => {
  test('is one’s own alone', async () => {
    for (const who of ['owner', 'other', 'admin'] as const) {
      const { status, body } = await ask(who, 'GET', '/userprofile')
      expect(status).toBe(200)
      expect(body).toEqual({
        _id: expect.any(String),
        name: 'Ada Park',
        email: people[who].email,
        phone: '',
        address: '',
        bio: '',
        isAdmin: who === 'admin',
      })
    }
  })

  test('is never stored by what stands between', async () => {
    expect((await ask('owner', 'GET', '/userprofile')).headers['cache-control']).toBe('private, no-store')
  })

  test('keeps what is left empty or out, and takes the rest as typed', async () => {
    const typed = {
      name: ' Zoë 🌿 עדה ',
      phone: '+1 (512) 555-0100',
      address: '1 Main St\nAustin',
      bio: 'I <b>teach</b>.',
    }
    const changed = await ask('owner', 'PUT', '/profile-update', typed)
    expect(changed).toMatchObject({ status: 200, body: { ...typed, name: 'Zoë 🌿 עדה' } })
    const kept = await ask('owner', 'PUT', '/profile-update', { name: '', phone: '', bio: 'New.' })
    expect(kept.body).toMatchObject({ ...typed, name: 'Zoë 🌿 עדה', bio: 'New.' })
    expect((await ask('owner', 'PUT', '/profile-update', {})).body).toEqual(kept.body)
  })

  test('takes no rights and no other address from what was sent', async () => {
    const sent = {
      name: 'Ada Park',
      isAdmin: true,
      email: 'x@example.com',
      _id: 'x',
      role: 'admin',
      created: '2000-01-01',
    }
    const { body } = await ask('other', 'PUT', '/profile-update', sent)
    expect(body).toMatchObject({ isAdmin: false, email: people.other.email })
  })

  test.each([
    ['name', 'n'.repeat(1000)],
    ['phone', 'p'.repeat(61)],
    ['address', 'a'.repeat(501)],
    ['bio', 'b'.repeat(5001)],
    ['bio', 'with \0 inside'],
    ['bio', 7],
    ['name', ['a']],
  ])('refuses a %s such as %j, naming the field', async (field, value) => {
    const { status, body } = await ask('owner', 'PUT', '/profile-update', { [field]: value })
    expect(status).toBe(400)
    expect(Object.keys((body as { fields: object }).fields)).toEqual([field])
  })
})

describe('making a profile', () => {
  async function newcomer(given = {}) {
    const person = await createPerson(site.database, { profile: false, ...given })
    const cookie = await signIn(site, person.email)
    const post = (path: string, body: object) => send(site, 'POST', path, { cookie, body })
    return { ...person, cookie, post }
  }

  test('is asked for after the first sign-in, works once, and makes one of two tabs at once', async () => {
    const { email, name, post } = await newcomer()
    expect((await post('/profile-exists', { email })).body).toEqual({ exists: false })
    const answers = await Promise.all([post('/profile', { name, email }), post('/profile', { name, email })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      code: 'conflict',
      message: profileExistsMessage,
    })
    expect((await post('/profile-exists', { email })).body).toEqual({ exists: true })
    const { rows } = await sql`select from profile where email = ${email}`.execute(site.database.kysely)
    expect(rows).toHaveLength(1)
  })

  test('for somebody else is refused alike, known or not', async () => {
    const { post, name } = await newcomer()
    for (const path of ['/profile-exists', '/profile', '/jwt']) {
      const [known, unknown] = await Promise.all(
        [people.owner.email, 'nobody@example.com'].map((email) => post(path, { name, email })),
      )
      expect(known).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(unknown?.body).toEqual(known?.body)
    }
    const { rows } = await sql`select from profile where email = 'nobody@example.com'`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([])
  })

  test('of an address to which rights were granted makes an admin', async () => {
    await sql`insert into admin_grant (email) values ('chosen@example.com')`.execute(site.database.kysely)
    const { post, email, name } = await newcomer({ email: 'chosen@example.com' })
    expect((await post('/profile', { name, email })).body).toMatchObject({ isAdmin: true })
    const { rows } = await sql`select from admin_grant`.execute(site.database.kysely)
    expect(rows).toEqual([])
  })

  test('leaves a person without one in peace until then', async () => {
    const { cookie, email } = await newcomer()
    expect((await send(site, 'GET', '/userprofile', { cookie })).status).toBe(404)
    expect((await send(site, 'GET', '/session', { cookie })).body).toMatchObject({ email, isAdmin: false })
  })
})

describe('a token', () => {
  const bearer = (token: string) =>
    send(site, 'GET', '/session', { headers: { authorization: `Bearer ${token}` } })

  test('speaks for the session it was given to, and ends with it', async () => {
    const { email } = await createPerson(site.database)
    const cookie = await signIn(site, email)
    const { body } = await send<{ token: string }>(site, 'POST', '/jwt', { cookie, body: { email } })
    expect((await bearer(body.token)).body).toMatchObject({ email })
    await send(site, 'POST', '/logout', { cookie })
    expect((await bearer(body.token)).body).toBeNull()
  })

  test('that was made up is worth nothing', async () => {
    const { body } = await ask('owner', 'POST', '/jwt', { email: people.owner.email })
    const [header = '', payload = '', signature = ''] = String(body.token).split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(claims.exp - claims.iat).toBe(15 * 60)
    const old = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url')
    for (const token of [
      `${none}.${payload}.`,
      `${header}.${old}.${signature}`,
      `${header}.${payload}.AAAA`,
      'x',
      'a.b.c',
    ]) {
      expect((await bearer(token)).body).toBeNull()
    }
  })
})

describe('Your account', () => {
  async function withSessions(count: number, given = {}) {
    const person = await createPerson(site.database, given)
    const all: string[] = []
    for (let n = 0; n < count; n += 1) all.push(await signIn(site, person.email))
    const [cookie = ''] = all
    return { ...person, cookie, all }
  }
  type Account = { sessions: { id: string; current: boolean; device: string }[] }
  const accountOf = async (cookie: string) => (await send<Account>(site, 'GET', '/account', { cookie })).body
  const isIn = async (cookie: string) => (await send(site, 'GET', '/session', { cookie })).body !== null

  test('shows the ways to sign in and the sessions, and no token', async () => {
    const { cookie, email } = await withSessions(2)
    const account = await accountOf(cookie)
    expect(account).toMatchObject({ email, hasPassword: true, providers: [] })
    expect(account.sessions).toHaveLength(2)
    expect(account.sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(JSON.stringify(account)).not.toContain(cookie.split(/[=.]/)[2])
  })

  test('ends one session, or all others', async () => {
    const { cookie, all } = await withSessions(4)
    const other = (await accountOf(cookie)).sessions.find(({ current }) => !current)
    expect((await send(site, 'DELETE', `/session/${other?.id}`, { cookie })).status).toBe(200)
    expect((await accountOf(cookie)).sessions).toHaveLength(3)
    expect((await send(site, 'POST', '/end-other-sessions', { cookie })).body).toMatchObject({
      message: expect.stringContaining('2'),
    })
    expect(await Promise.all(all.map(isIn))).toEqual([true, false, false, false])
  })

  test('does not end a session of somebody else', async () => {
    const { cookie } = await withSessions(1)
    const victim = await withSessions(1)
    const [session] = (await accountOf(victim.cookie)).sessions
    for (const id of [session?.id, 'not-an-id', '%00', "' or 1=1"]) {
      const { status } = await send(site, 'DELETE', `/session/${encodeURIComponent(String(id))}`, { cookie })
      expect([400, 404]).toContain(status)
    }
    expect(await isIn(victim.cookie)).toBe(true)
  })

  test('hands out everything about the person, and nothing about others', async () => {
    const { cookie, email } = await withSessions(1)
    await createListing(site.database, { authorEmail: email, title: 'My own piano lessons' })
    await createListing(site.database, { authorEmail: 'stranger@example.com', title: 'Not mine' })
    const { body, headers } = await send(site, 'GET', '/account-data', { cookie })
    expect(body).toMatchObject({
      account: { email },
      profile: { email },
      authProviders: ['credential'],
      sessions: [{}],
      listings: [{ title: 'My own piano lessons' }],
      reports: [],
    })
    expect(JSON.stringify(body)).not.toMatch(/Not mine|stranger|password|"token"/)
    expect(headers['cache-control']).toBe('private, no-store')
  })

  test('deletes the account with its sessions, profile and listings, at once', async () => {
    const { cookie, all, email } = await withSessions(2)
    const id = await createListing(site.database, { authorEmail: email, images: ['/of-mine.webp'] })
    const answer = await send(site, 'DELETE', '/account', { cookie })
    expect(answer.status).toBe(200)
    expect(await Promise.all(all.map(isIn))).toEqual([false, false])
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

  test('asks for a new sign-in before that when the last one was long ago', async () => {
    const { cookie, accountId } = await withSessions(1)
    await sql`update account_session set created = now() - interval '2 hours' where account_id = ${accountId}`.execute(
      site.database.kysely,
    )
    expect((await send(site, 'DELETE', '/account', { cookie })).status).toBe(403)
    expect(await isIn(cookie)).toBe(true)
  })

  test('keeps the last admin', async () => {
    const fresh = await createTestApp(undefined, { realSessions: true })
    const [one, two] = [
      await createPerson(fresh.database, { isAdmin: true }),
      await createPerson(fresh.database, { isAdmin: true }),
    ]
    const leave = async (email: string) =>
      send(fresh, 'DELETE', '/account', { cookie: await signIn(fresh, email) })
    const answers = await Promise.all([leave(one.email), leave(two.email)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

test('which ways to sign in there are, and who is signed in, anybody may ask', async () => {
  expect((await ask('visitor', 'GET', '/auth-providers')).body).toEqual({ google: 'unset', oidc: null })
  expect((await ask('visitor', 'GET', '/session')).body).toBeNull()
  const production = await createTestApp(site.database, { production: true, rateLimit: 1 })
  expect((await send(production, 'GET', '/auth-providers')).body).toEqual({ google: 'off', oidc: null })
})
