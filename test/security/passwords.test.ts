/** Signing in with a password: what is accepted, and what each answer reveals. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createUser } from '../support/data/accounts.ts'
import { createActor, createSuspended, goodPassword, signIn } from './actors.ts'
import { startProductionSite } from './site.ts'
import { expectSimilarTimes } from './timing.ts'
import { expectUnchanged } from './unchanged.ts'

const site = await startProductionSite({ WARM_UP: '3' })
const { kysely } = site.database
const generic = { code: 'unauthenticated', message: 'Wrong email or password. Please try again.' }
const post = (path: string, body: unknown) => site.open().post(`/api/auth/${path}`, body)
const tryPassword = (email: string, password: string) => post('sign-in/email', { email, password })

test('B3 every failed sign-in looks and lasts the same', { tags: ['timed'], timeout: 120_000 }, async () => {
  const provided = await createUser(site.database)
  await sql`update account_login set provider = 'google', password = null, subject = ${provided.accountId}
    where account_id = ${provided.accountId}`.execute(kysely)
  const emails = {
    unknown: 'nobody@example.com',
    wrong: (await createUser(site.database)).email,
    'provider only': provided.email,
    banned: (await createSuspended(site)).email,
  }
  const times: Record<string, number[]> = {}
  for (let round = 0; round < 12; round += 1) {
    for (const [name, email] of Object.entries(emails)) {
      const { status, ms, text, setCookies } = await tryPassword(email, 'not the password')
      expect([status, JSON.parse(text), setCookies], name).toEqual([401, generic, []])
      times[name] = [...(times[name] ?? []), ms]
    }
  }
  // A tenth of the time that hashing takes here, but no less than what anyone could measure over a network.
  expectSimilarTimes(times, Math.max(20, Math.min(...(times.wrong ?? [])) * 0.1))
})

test('B4 only someone who knows the password learns that an address is unverified', async () => {
  const { email } = await createUser(site.database, { verified: false })
  const right = await tryPassword(email, goodPassword)
  expect([right.status, right.json().message]).toEqual([
    403,
    'Email not verified. Please check your inbox and verify your email.',
  ])
  const wrong = await tryPassword(email, 'not the password')
  expect([wrong.status, wrong.json()]).toEqual([401, generic])
})

describe('B9 passwords', () => {
  let count = 0
  /** Signs up, confirms, and returns the address, or null if the password is refused. */
  async function signUp(password: string, localPart?: string): Promise<string | null> {
    count += 1
    const email = `${localPart ?? `person${count}`}@example.com`
    const browser = site.open()
    const { status, text } = await browser.post('/api/auth/sign-up/email', { name: 'Pat', email, password })
    if (status === 400) {
      expect(JSON.parse(text).fields).toHaveProperty('password')
      return null
    }
    const link = new URL((await site.mail.waitForEmail(email)).links[0] ?? '')
    await browser.submit('/verify-email', { answer: 'confirm', token: link.searchParams.get('token') ?? '' })
    return email
  }
  const long = (length: number) =>
    'seventeen quiet otters paint the harbor wall at dusk, '.repeat(3).slice(0, length)

  test.each([
    ['7 characters', 'q8#Lz!x', 'pat'],
    ['a common one', 'password12', 'pat'],
    ['the email’s local part', 'rosalindparker', 'rosalindparker'],
    ['the local part and more', 'rosalindparker-9', 'rosalindparker'],
    ['the name of the site', 'corkboard', 'pat'],
    ['the name of the site and more', 'Corkboard2026', 'pat'],
    ['129 characters', long(129), 'pat'],
  ])('refuses %s', async (_what, password, localPart) => {
    await expectUnchanged(site.database, async () => expect(await signUp(password, localPart)).toBeNull())
  })

  test.each([
    ['64 characters', long(64)],
    ['128 characters', long(128)],
    ['emoji and CJK', '🦦🦦 静かな川 と 山 🌿🌊'],
    ['spaces at both ends', '  wide open meadows  '],
  ])('accepts %s, as typed', async (_what, password) => {
    const email = await signUp(password)
    if (email === null) throw new Error('The password was refused.')
    await signIn(site.open(), email, password)
    expect(
      (await tryPassword(email, password.trim() === password ? `${password} ` : password.trim())).status,
    ).toBeOneOf([400, 401])
  })

  test('tells two of 128 characters apart by the last one', async () => {
    const email = (await signUp(`${long(127)}a`)) ?? ''
    expect((await tryPassword(email, `${long(127)}b`)).status).toBe(401)
    await signIn(site.open(), email, `${long(127)}a`)
  })
})

describe('B10 huge values', () => {
  test.each([1, 10])('of %i MB are refused at once', { tags: ['timed'] }, async (megabytes) => {
    const huge = 'a'.repeat(megabytes * 1024 * 1024)
    const { browser } = await createActor(site)
    const valid = { name: 'Pat', email: 'pat@example.com', password: goodPassword }
    await expectUnchanged(site.database, async () => {
      for (const field of ['name', 'email', 'password'] as const) {
        const body = { ...valid, [field]: field === 'email' ? `${huge}@example.com` : huge }
        // The fastest of three, because other tests run at the same time.
        const times: number[] = []
        for (let round = 0; round < 3; round += 1) {
          for (const path of ['sign-up/email', 'sign-in/email']) {
            // The server closes the connection before it has read all of a body that is far too large.
            const answer = await post(path, body).catch((error: NodeJS.ErrnoException) => error)
            if (answer instanceof Error) expect(answer.code).toBeOneOf(['ECONNRESET', 'EPIPE'])
            else {
              expect(answer.status).toBeOneOf([400, 413])
              times.push(answer.ms)
            }
          }
        }
        if (times.length > 0) expect(Math.min(...times)).toBeLessThan(100)
      }
    })
    expect((await browser.get('/healthz')).ms).toBeLessThan(1000)
  })

  test('of 100 kB, and an image that is no picture, are refused', async () => {
    const { browser } = await createActor(site)
    await expectUnchanged(site.database, async () => {
      for (const body of [
        { name: 'n'.repeat(100_000) },
        { image: 'javascript:alert(1)' },
        { image: 'https://evil.example/x.png' },
      ])
        expect((await browser.post('/api/auth/update-user', body)).status).toBe(400)
      const signUp = { name: 'n'.repeat(100_000), email: 'pat@example.com', password: goodPassword }
      expect((await post('sign-up/email', signUp)).status).toBe(400)
    })
  })
})
