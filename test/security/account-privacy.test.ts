/** Fields of accounts that no request may set, and calls that must not reveal or touch other people's accounts. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Cast, createActor, createCast, goodPassword } from './actors.ts'
import { startProductionSite } from './site.ts'
import { expectUnchanged } from './unchanged.ts'

const site = await startProductionSite()
const { kysely } = site.database
let cast: Cast
beforeAll(async () => {
  cast = await createCast(site)
})

const forged = {
  ...{
    isAdmin: true,
    is_admin: true,
    role: 'admin',
    emailVerified: true,
    email_verified: true,
    emailProven: true,
  },
  id: '0193e0a4-0000-7000-8000-000000000001',
  _id: '0193e0a4-0000-7000-8000-000000000001',
  ...{
    createdAt: '2001-01-01T00:00:00Z',
    created: '2001-01-01T00:00:00Z',
    suspended_at: null,
    suspensionReason: null,
  },
}

async function storedAs(email: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select account.id, account.email_verified as verified, account.created, coalesce(profile.is_admin, false) as admin
    from account left join profile on profile.account_id = account.id where account.email = ${email}`.execute(
    kysely,
  )
  return rows[0]
}

describe('A10 no request sets what only the server decides', () => {
  const untouched = { admin: false }

  test('at sign-up', async () => {
    const email = 'forger@example.com'
    const body = {
      name: 'Forger',
      email,
      password: goodPassword,
      image: 'https://evil.example/x.png',
      ...forged,
    }
    const { status } = await site.open().post('/api/auth/sign-up/email', body)
    expect(status).toBeOneOf([200, 400])
    if (status === 400) return
    const stored = await storedAs(email)
    expect(stored).toMatchObject({ ...untouched, verified: false })
    expect(stored?.id).not.toBe(forged.id)
    expect(new Date(String(stored?.created)).getUTCFullYear()).toBeGreaterThan(2020)
  })

  test('in an account and a profile', async () => {
    const { browser, email, accountId } = await createActor(site)
    for (const [call, body] of [
      [browser.post, '/api/auth/update-user'],
      [browser.put, '/api/profile-update'],
      [browser.post, '/api/profile'],
    ] as const) {
      const { status } = await call(body, { name: 'Forger', email, ...forged })
      expect(status).toBeOneOf([200, 201, 400, 409])
      const stored = await storedAs(email)
      expect(stored).toMatchObject({ ...untouched, id: accountId, verified: true })
      expect(new Date(String(stored?.created)).getUTCFullYear()).toBeGreaterThan(2020)
    }
    expect((await browser.get('/api/session')).json()).toMatchObject({ isAdmin: false, email })
  })
})

test('A11 a token is only for one’s own email', async () => {
  const { visitor, sellerA, sellerB, unverified } = cast
  await unverified.browser.post('/api/auth/sign-in/email', {
    email: unverified.email,
    password: goodPassword,
  })
  await expectUnchanged(site.database, async () => {
    for (const [browser, email, expected] of [
      [sellerA.browser, sellerB.email, 403],
      [sellerA.browser, cast.adminM.email, 403],
      [visitor, sellerA.email, 401],
      [unverified.browser, unverified.email, 401],
    ] as const) {
      const { status, text } = await browser.post('/api/jwt', { email })
      expect(status).toBe(expected)
      expect(text).not.toMatch(/token|eyJ/)
    }
  })
})

test.each(['/api/profile-exists', '/api/profile'])(
  'A12 %s does not reveal who has an account',
  async (path) => {
    const { sellerA, sellerB, unverified, suspended } = cast
    await expectUnchanged(site.database, async () => {
      const answers: unknown[] = []
      for (const email of ['nobody@example.com', sellerB.email, unverified.email, suspended.email]) {
        const { status, text, rawHeaders } = await sellerA.browser.post(path, { name: 'Ana', email })
        answers.push({ status, text, headers: rawHeaders.filter((_, index) => index % 2 === 0) })
      }
      expect(answers[0]).toMatchObject({ status: 403 })
      for (const answer of answers) expect(answer).toEqual(answers[0])
    })
  },
)
