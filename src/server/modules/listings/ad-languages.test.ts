import { beforeAll, expect, test } from 'vitest'
import { createUser, send, startSession } from '../../../../test/support/data/accounts.ts'
import { callsOf, type Post, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import type { Service } from '../../../shared/listing.ts'
import { openLanguages } from '../../platform/language/reader-language.ts'

type Reply = { _id: string; message: string; fields?: Record<string, string> }
type List = { services: { title: string; language?: string }[] }

const french = {
  title: 'Cours de piano',
  description: 'Leçons patientes pour enfants et adultes, chez vous ou chez moi.',
}
const spanish = {
  title: 'Clases de piano',
  description: 'Clases con paciencia para niños y adultos, en su casa.',
}
const german = { title: 'Klavierunterricht', description: 'Geduldiger Unterricht für Kinder und Erwachsene.' }
const { post, one, update } = callsOf('service')

let site: TestApp
/** With one language, on the same database. */
let single: TestApp
let cookie: string
beforeAll(async () => {
  site = await createTestApp(undefined, {
    realSessions: true,
    settings: { languages: ['en', 'fr-CA', 'es'] },
  })
  single = await createTestApp(site.database, { realSessions: true })
  // The latest app of a process decides.
  openLanguages(() => ['en', 'fr-CA', 'es'], '/nowhere', silentLog)
  cookie = await startSession(site, (await createUser(site.database)).email)
})

const postAt = (at: TestApp, overrides: Post) =>
  send<Reply>(at, 'POST', post, { cookie, body: postOf('service', overrides) })
const languageOf = async (id: string, at = site) => (await at.get<Service>(one(id))).body.language
const titlesOf = async (query: Record<string, string>) => {
  const { body } = await site.get<List>(`/servicesbyfilter?${new URLSearchParams(query)}`)
  return body.services.map(({ title }) => title)
}

test('the language of an ad is detected, can be chosen and changed, and narrows lists', async () => {
  const ids: Record<string, string> = {}
  for (const [language, text] of Object.entries({ en: {}, fr: french, es: spanish, und: german })) {
    const { status, body } = await postAt(site, text)
    expect(status, body.message).toBe(201)
    ids[language] = body._id
    expect(await languageOf(body._id)).toBe(language)
  }
  expect(await titlesOf({ language: 'fr' })).toEqual([french.title])
  expect(await titlesOf({ language: 'und' })).toEqual([german.title])
  expect((await titlesOf({ language: 'fr,es' })).toSorted()).toEqual([spanish.title, french.title])
  expect(await titlesOf({ language: 'pt' })).toEqual([])
  // A stem of each language.
  const found = await Promise.all(['leçon', 'clase', 'lesson'].map((searchtext) => titlesOf({ searchtext })))
  expect(found.map(([first]) => first)).toEqual([french.title, spanish.title, 'Piano lessons for beginners'])

  const page = async (url: string) =>
    (await site.app.http.inject({ url, headers: { accept: 'text/html' } })).body
  const list = await page(`/search?${new URLSearchParams({ searchtext: 'piano' })}`)
  expect(list).toMatch(/<h3 lang="fr" dir="auto"/)
  expect(list).toMatch(/<h3 lang="" dir="auto"/)
  expect(list).toContain('<option value="es">Spanish</option>')

  // The language of a page is not that of the ads on it.
  const inSpanish = await page('/search?searchtext=piano&lang=es')
  expect(inSpanish).toContain('<html lang="es"')
  expect(inSpanish).toContain(french.title)
  const frenchAds = await page('/search?searchtext=piano&language=fr')
  expect(frenchAds).toContain('<html lang="en"')
  expect(frenchAds).toContain(french.title)
  expect(frenchAds).not.toContain(spanish.title)

  const change = (overrides: Post) =>
    send<Reply>(site, 'PUT', update(ids.fr ?? ''), { cookie, body: updateOf('service', overrides) })
  expect((await change({ ...spanish, title: 'Clases' })).status).toBe(200)
  expect(await languageOf(ids.fr ?? '')).toBe('fr')
  expect((await change({ ...spanish, title: 'Clases', language: 'es' })).status).toBe(200)
  expect(await languageOf(ids.fr ?? '')).toBe('es')
  expect(await titlesOf({ language: 'fr' })).toEqual([])
})

test.each(['de', 'fr-CA', 'x', ''])(
  'the language “%s” is refused: the site does not have it',
  async (language) => {
    const { status, body } = await postAt(site, { ...french, language })
    expect(status).toBe(400)
    expect(body.fields?.language).toMatch(/^Please choose/)
  },
)

test.each(['french', 'fr;en', 'fr,', '*'])('the filter “%s” is refused', async (language) => {
  const query = new URLSearchParams({ language })
  expect((await site.get(`/servicesbyfilter?${query}`)).status).toBe(400)
  const page = await site.app.http.inject({ url: `/search?${query}`, headers: { accept: 'text/html' } })
  expect(page.statusCode).toBeLessThan(500)
})

test('a site with one language has its ads in that one, and does not say so', async () => {
  const { body } = await postAt(single, { ...spanish, title: 'Aquí' })
  expect(await languageOf(body._id, single)).toBeUndefined()
  expect(await languageOf(body._id)).toBe('en')
  const { body: list } = await single.app.http.inject({
    url: '/search?searchtext=piano',
    headers: { accept: 'text/html' },
  })
  expect(list).toContain('<h3 dir="auto"')
  expect(list).not.toMatch(/<h3 lang|name="language"/)
})
