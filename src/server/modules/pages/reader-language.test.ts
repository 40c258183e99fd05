import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createUser, ownOrigin, startSession } from '../../../../test/support/data/accounts.ts'
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

test.each(['/feeds/events.json', '/feeds/events.atom', '/api/categories?lang=fr'])(
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
