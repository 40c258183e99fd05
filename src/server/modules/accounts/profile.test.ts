import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createUser,
  type SendOptions,
  send,
  signIn,
  type TestUser,
} from '../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { profileExistsMessage } from '../../../shared/messages/forms.ts'

type Role = 'visitor' | 'owner' | 'other' | 'admin' | 'unverified'

let site: TestApp
const accounts = {} as Record<Exclude<Role, 'visitor'>, TestUser>
const cookies = { visitor: '' } as Record<Role, string>

beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  for (const who of ['owner', 'other', 'admin'] as const) {
    accounts[who] = await createUser(site.database, {
      email: `${who}@example.com`,
      isAdmin: who === 'admin',
    })
    cookies[who] = await signIn(site, accounts[who].email)
  }
  accounts.unverified = await createUser(site.database, {
    email: 'unverified@example.com',
    verified: false,
  })
  // A session that was created before the address became unverified.
  const account = await createUser(site.database, { email: 'once@example.com' })
  cookies.unverified = await signIn(site, account.email)
  await sql`update account set email_verified = false where id = ${account.accountId}`.execute(
    site.database.kysely,
  )
})

const request = (who: Role, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  send(site, method, path, { cookie: cookies[who], ...(body !== undefined && { body }) } as SendOptions)

describe('calls that require a session', () => {
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
    '%s %s is refused to visitors and to sessions with an unverified email',
    async (...call) => {
      const [method, path, body] = call
      const rows = () =>
        sql`select * from profile order by id`.execute(site.database.kysely).then((result) => result.rows)
      const before = await rows()
      for (const who of ['visitor', 'unverified'] as const) {
        const response = await request(who, method, path, body)
        expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
        expect(JSON.stringify(response.body)).not.toMatch(/owner|example|token"/)
      }
      expect(await rows()).toEqual(before)
    },
  )
})

describe('the profile', () => {
  test('is the viewer’s own', async () => {
    for (const who of ['owner', 'other', 'admin'] as const) {
      const { status, body } = await request(who, 'GET', '/userprofile')
      expect(status).toBe(200)
      expect(body).toEqual({
        _id: expect.any(String),
        name: 'Ada Park',
        email: accounts[who].email,
        phone: '',
        address: '',
        bio: '',
        isAdmin: who === 'admin',
      })
    }
  })

  test('is not cached by proxies', async () => {
    expect((await request('owner', 'GET', '/userprofile')).headers['cache-control']).toBe('private, no-store')
  })

  test('keeps the values of empty and missing fields, and stores the rest as typed', async () => {
    const typed = {
      name: ' Zoë 🌿 עדה ',
      phone: '+1 (512) 555-0100',
      address: '1 Main St\nAustin',
      bio: 'I <b>teach</b>.',
    }
    const updated = await request('owner', 'PUT', '/profile-update', typed)
    expect(updated).toMatchObject({ status: 200, body: { ...typed, name: 'Zoë 🌿 עדה' } })
    const partlyUpdated = await request('owner', 'PUT', '/profile-update', {
      name: '',
      phone: '',
      bio: 'New.',
    })
    expect(partlyUpdated.body).toMatchObject({ ...typed, name: 'Zoë 🌿 עדה', bio: 'New.' })
    expect((await request('owner', 'PUT', '/profile-update', {})).body).toEqual(partlyUpdated.body)
  })

  test('ignores admin rights and email in the request body', async () => {
    const body = {
      name: 'Ada Park',
      isAdmin: true,
      email: 'x@example.com',
      _id: 'x',
      role: 'admin',
      created: '2000-01-01',
    }
    const response = await request('other', 'PUT', '/profile-update', body)
    expect(response.body).toMatchObject({ isAdmin: false, email: accounts.other.email })
  })

  test.each([
    ['name', 'n'.repeat(1000)],
    ['phone', 'p'.repeat(61)],
    ['address', 'a'.repeat(501)],
    ['bio', 'b'.repeat(5001)],
    ['bio', 'with \0 inside'],
    ['bio', 7],
    ['name', ['a']],
  ])('rejects a %s of %j and names the field', async (field, value) => {
    const { status, body } = await request('owner', 'PUT', '/profile-update', { [field]: value })
    expect(status).toBe(400)
    expect(Object.keys((body as { fields: object }).fields)).toEqual([field])
  })
})

describe('creating a profile', () => {
  async function newcomer(options = {}) {
    const person = await createUser(site.database, { profile: false, ...options })
    const cookie = await signIn(site, person.email)
    const post = (path: string, body: object) => send(site, 'POST', path, { cookie, body })
    return { ...person, cookie, post }
  }

  test('works once after the first sign-in, even from two tabs at once', async () => {
    const { email, name, post } = await newcomer()
    expect((await post('/profile-exists', { email })).body).toEqual({ exists: false })
    const responses = await Promise.all([
      post('/profile', { name, email }),
      post('/profile', { name, email }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)?.body).toEqual({
      code: 'conflict',
      message: profileExistsMessage,
    })
    expect((await post('/profile-exists', { email })).body).toEqual({ exists: true })
    const { rows } = await sql`select from profile where email = ${email}`.execute(site.database.kysely)
    expect(rows).toHaveLength(1)
  })

  test('is refused for another email, whether or not it has an account', async () => {
    const { post, name } = await newcomer()
    for (const path of ['/profile-exists', '/profile', '/jwt']) {
      const [known, unknown] = await Promise.all(
        [accounts.owner.email, 'nobody@example.com'].map((email) => post(path, { name, email })),
      )
      expect(known).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(unknown?.body).toEqual(known?.body)
    }
    const { rows } = await sql`select from profile where email = 'nobody@example.com'`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([])
  })

  test('makes no admin of an email with pending admin rights after a sign-in with a password', async () => {
    await sql`insert into admin_grant (email) values ('chosen@example.com')`.execute(site.database.kysely)
    const { post, email, name } = await newcomer({ email: 'chosen@example.com' })
    expect((await post('/profile', { name, email })).body).toMatchObject({ isAdmin: false })
    const { rows } = await sql`select email from admin_grant`.execute(site.database.kysely)
    expect(rows).toEqual([{ email }])
  })

  test('is not required for the session to work', async () => {
    const { cookie, email } = await newcomer()
    expect((await send(site, 'GET', '/userprofile', { cookie })).status).toBe(404)
    expect((await send(site, 'GET', '/session', { cookie })).body).toMatchObject({ email, isAdmin: false })
  })
})
