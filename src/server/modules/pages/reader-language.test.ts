import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createUser,
  goodPassword,
  ownOrigin,
  send,
  startSession,
} from '../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true, settings: { languages: ['en', 'fr', 'es'] } })
})

const choose = async (fields: Record<string, string>, cookie = '') => {
  const { statusCode, headers } = await site.app.http.inject({
    method: 'POST',
    url: '/language',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: ownOrigin, cookie },
    payload: new URLSearchParams(fields).toString(),
  })
  const cookies = [headers['set-cookie'] ?? []].flat()
  return { statusCode, to: headers.location, chosen: cookies.find((text) => text.includes('.language=')) }
}

test('a choice is kept in a cookie and in the account, and leads back to the page', async () => {
  const { email } = await createUser(site.database)
  const cookie = await startSession(site, email)
  expect(await choose({ language: 'fr', to: '/search?searchtext=a&lang=es&language=es' }, cookie)).toEqual({
    statusCode: 303,
    // A link chose the language of the page; the ads on it stay those in Spanish.
    to: `${ownOrigin}/search?searchtext=a&language=es`,
    chosen: expect.stringMatching(/^corkboard\.language=fr; Path=\/; .*HttpOnly; SameSite=Lax/),
  })
  const { rows } = await sql`select language from account where email = ${email}`.execute(
    site.database.kysely,
  )
  expect(rows).toEqual([{ language: 'fr' }])

  await sql`delete from account_session`.execute(site.database.kysely)
  expect(await choose({ language: 'es', to: '/' }, cookie)).toMatchObject({
    statusCode: 303,
    chosen: expect.stringContaining('=es;'),
  })
})

test.each(['de', 'fr; Domain=example.org', '', 'FR'])('“%s” is not chosen', async (language) => {
  expect(await choose({ language, to: '/about' })).toEqual({
    statusCode: 303,
    to: `${ownOrigin}/about`,
    chosen: undefined,
  })
})

test.each(['//example.org', '/\\example.org', 'https://example.org/', 'javascript:alert(1)', ''])(
  'the form does not lead to “%s”',
  async (to) => {
    expect((await choose({ language: 'fr', to })).to).toBe(`${ownOrigin}/`)
  },
)

test.each(['/feeds/events.json', '/feeds/events.atom', '/opensearch.xml', '/api/categories?lang=fr'])(
  'what caches keep of %s is for readers of one language',
  async (url) => {
    const { statusCode, headers } = await site.app.http.inject({ url })
    expect(statusCode).toBe(200)
    expect(headers.vary).toContain('accept-language')
  },
)

test('a feed is in the language of its reader, or of its address', async () => {
  const languageOf = async (url: string, language = '') =>
    (await site.app.http.inject({ url, headers: { 'accept-language': language } })).json().language
  expect(await languageOf('/feeds/events.json')).toBe('en')
  expect(await languageOf('/feeds/events.json', 'fr-CA')).toBe('fr')
  expect(await languageOf('/feeds/events.json?lang=es', 'fr-CA')).toBe('es')
})

test('a body that cannot be read is refused in the language of its sender', async () => {
  const { statusCode, body } = await site.app.http.inject({
    method: 'POST',
    url: '/api/nearest-town',
    headers: { 'content-type': 'application/json', 'accept-language': 'fr', origin: ownOrigin },
    payload: '{',
  })
  expect(statusCode).toBe(400)
  expect(body).toContain('La requête n’est pas valide.')
})

describe('someone who signs in', () => {
  const signInWith = async (email: string, chosen = '') => {
    const { cookie, headers } = await send(site, 'POST', '/auth/sign-in/email', {
      body: { email, password: goodPassword },
      cookie: chosen && `corkboard.language=${chosen}`,
    })
    return { cookie, language: languageIn(headers) }
  }
  const languageIn = (headers: Record<string, unknown>) =>
    [headers['set-cookie'] ?? []]
      .flat()
      .map(String)
      .find((text) => text.includes('.language='))

  test('reads on in the language of the account, which signing out takes along', async () => {
    const { email } = await createUser(site.database)
    await sql`update account set language = 'fr' where email = ${email}`.execute(site.database.kysely)
    const { cookie, language } = await signInWith(email, 'es')
    expect(language).toMatch(/^corkboard\.language=fr; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax/i)
    expect((await send(site, 'GET', '/session', { cookie })).body).toMatchObject({ language: 'fr' })
    const { headers } = await send(site, 'POST', '/logout', { cookie })
    expect(languageIn(headers)).toMatch(/^corkboard\.language=; Path=\/; Max-Age=0; /)
  })

  test('without a language takes along the one of this browser', async () => {
    const { email } = await createUser(site.database)
    expect((await signInWith(email)).language).toBeUndefined()
    expect((await signInWith(email, 'de')).language).toBeUndefined()
    const { cookie, language } = await signInWith(email, 'es')
    expect(language).toBeUndefined()
    expect((await send(site, 'GET', '/session', { cookie })).body).toMatchObject({ language: 'es' })
    // From now on, it is the account's.
    expect((await signInWith(email, 'fr')).language).toContain('=es;')
  })

  test('on a site with one language hears of none', async () => {
    const single = await createTestApp(site.database, { realSessions: true })
    const { email } = await createUser(site.database)
    await sql`update account set language = 'fr' where email = ${email}`.execute(site.database.kysely)
    const cookie = await startSession(single, email)
    expect((await send(single, 'GET', '/session', { cookie })).body).not.toHaveProperty('language')
    expect(languageIn((await send(single, 'POST', '/logout', { cookie })).headers)).toBeUndefined()
  })
})
