import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createUser,
  emailsTo,
  goodPassword,
  send,
  startSession,
} from '../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { EditedText, ListedText } from '../../../shared/contract/texts.ts'
import type { AuditEntry } from '../../../shared/moderation.ts'
import { privatePaths, publicPaths } from '../../../shared/paths.ts'
import { reservedAddresses } from '../../../shared/texts/addresses.ts'
import { textKeys } from '../../../shared/texts/table.ts'
import { requireUsable } from './check.ts'
import { defaultTextOf } from './default-texts.ts'

type Reply = {
  message: string
  key: string
  auditEntryId: number
  fields?: Record<string, string>
  code?: string
}

let site: TestApp
/** Another process on the same database. */
let other: TestApp
let cookie: string
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true, followsSettings: true })
  other = await createTestApp(site.database, { realSessions: true, followsSettings: true })
  cookie = await startSession(site, (await createUser(site.database, { isAdmin: true })).email)
})
const raise = () => sql`update site_revision set revision = revision + 1`.execute(site.database.kysely)
beforeEach(async () => {
  await sql`delete from text_version`.execute(site.database.kysely)
  await sql`delete from setting`.execute(site.database.kysely)
  await raise()
  for (const at of [site, other]) {
    await expect.poll(async () => (await at.app.http.inject('/imprint')).statusCode).toBe(404)
    await expect.poll(async () => (await at.app.http.inject('/about')).body).toContain('Who it’s for')
  }
})

const own = (key: string) => {
  const text = defaultTextOf(key)
  if (!text) throw new Error(`There is no text ${key}.`)
  return text
}
const call = <Body = Reply>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  send<Body>(site, method, `/moderation/texts${path}`, { cookie, ...(body && { body }) })
const change = (key: string, changed: object, version = 0) =>
  call('PUT', `/${key}`, { ...own(key), ...changed, version })
const read = async (key: string) => (await call<EditedText>('GET', `/${key}`)).body
const undo = (id: number) => send<Reply>(site, 'POST', `/moderation/undo/${id}`, { cookie })
const pageAt = async (path: string, at = site) => (await at.app.http.inject(path)).body
const rules = { title: 'House rules', subtitle: '', body: 'Be kind to {site}.' }
const add = (placement: object, text: object = rules) =>
  call('POST', '', { ...text, placement: { place: 'footer', position: 0, ...placement } })

test('every text that ships with the program has what the table says, and no other variables', () => {
  for (const key of textKeys) expect(() => requireUsable(key, own(key)), key).not.toThrow()
})

describe('a changed text', () => {
  test('shows in every process, is in the log, and can be undone', async () => {
    const { status, body } = await change('about', { body: '## Hello\n\nThis is **{site}**.' })
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'Text saved.' })
    expect(await pageAt('/about')).toContain('This is <strong>Corkboard</strong>.')
    await expect.poll(() => pageAt('/about', other)).toContain('This is <strong>Corkboard</strong>.')
    const log = await send<{ entries: AuditEntry[] }>(site, 'GET', '/moderation/log', { cookie })
    expect(log.body.entries[0]).toMatchObject({
      action: 'text.change',
      target: 'About',
      before: { version: 0 },
      after: { version: 1 },
      undo: 'possible',
    })
    expect((await undo(body.auditEntryId)).status).toBe(200)
    expect(await pageAt('/about')).toContain('Who it’s for')
    const { versions, isChanged } = await read('about')
    expect([versions.map(({ kind }) => kind), isChanged]).toEqual([['default', 'text'], false])
    await change('about', { body: 'One more.' }, 2)
    expect((await undo(body.auditEntryId)).body.code).toBe('conflict')
  })

  test('of someone else is not overwritten, and each version can be restored', async () => {
    await change('about', { body: 'First.' })
    expect((await change('about', { body: 'Second.' })).body).toMatchObject({ code: 'conflict' })
    await change('about', { body: 'Third.' }, 1)
    const { body } = await call<EditedText>('GET', '/about?version=2')
    expect(body.shown?.diff.filter(({ sign }) => sign !== ' ')).toEqual([
      { sign: '-', text: 'First.' },
      { sign: '+', text: 'Third.' },
    ])
    await call('POST', '/about/version', { version: 2, restored: 1 })
    expect(await pageAt('/about')).toContain('First.')
  })

  test('is refused with a sentence beside the field', async () => {
    const refused = async (key: string, changed: object) => (await change(key, changed)).body.fields
    expect(await refused('about', { body: 'By {boss}.' })).toEqual({
      body: 'There is no variable {boss} here. Please use one of {site}, {contact}, {tagline}, {start_buttons}.',
    })
    expect(await refused('verify-email', { body: 'Confirm your address.' })).toEqual({
      body: 'Please keep the link, such as [Open it]({link}): people need it.',
    })
    // Not a link, but code.
    expect(await refused('verify-email', { body: '`[Confirm]({link})`' })).toMatchObject({
      body: expect.stringContaining('Please keep the link'),
    })
    for (const target of ['{message}', '/x{sender}', 'https://example.org/{link}'])
      expect(
        await refused('conversation-message', {
          body: `${own('conversation-message').body}\n\n[Read](${target})`,
        }),
      ).toEqual({ body: expect.stringMatching(/^\{\w+\} can’t be in the address of a link\./) })
    for (const part of ['front-page-notice', 'suggestions'])
      expect(await refused(part, { body: 'Fair.\n\n## On Saturday' })).toEqual({
        body: expect.stringMatching(/^Please leave out headings/),
      })
    expect(await refused('privacy', { body: 'We store nothing.' })).toMatchObject({
      body: expect.stringContaining('Please keep {stored_data}'),
    })
    expect(await refused('about', { title: 'x'.repeat(10_000) })).toMatchObject({
      title: expect.stringContaining('at most 200 characters'),
    })
    expect(await refused('about', { body: 'x'.repeat(60_000) })).toMatchObject({
      body: expect.stringContaining('at most 50,000 characters'),
    })
    const huge = await change('about', { body: 'x'.repeat(1_100_000) })
    expect(huge.status).toBeGreaterThanOrEqual(400)
    expect(huge.body.message).toMatch(/\w.*\.$/)
  })

  test('of an email is what the next one says', async () => {
    await change('verify-email', {
      title: 'Hi from {site}',
      body: 'Please *confirm*, or ask {contact}.\n\n[Yes, that’s me]({link})',
    })
    const email = 'new.person@example.org'
    await site.app.http.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: { name: 'New', email, password: goodPassword },
    })
    const [sent] = await emailsTo(site, email)
    expect(sent).toMatchObject({ subject: 'Hi from Corkboard' })
    expect(sent?.text).toContain('Please confirm, or ask hello@localhost.\n\nYes, that’s me:\nhttp')
  })

  test('is offered the new version that comes with an update, which is never forced', async () => {
    await change('about', { body: 'Ours.' })
    expect((await read('about')).update).toBeNull()
    await sql`update text_version set base = 'What the program said before.'`.execute(site.database.kysely)
    const offered = await read('about')
    expect(offered.update).toContainEqual({ sign: '-', text: 'Ours.' })
    expect(offered.update).toContainEqual({ sign: '+', text: '## Who it’s for' })
    // A change of it is no answer.
    await change('about', { body: 'Ours, better.' }, 1)
    expect((await read('about')).hasUpdate).toBe(true)
    await call('POST', '/about/kept', { version: 2 })
    expect((await read('about')).hasUpdate).toBe(false)
    expect(await pageAt('/about')).toContain('Ours, better.')
  })
})

test('the date of the privacy page is that of its last change, and it names the operator', async () => {
  expect(await pageAt('/privacy')).toContain('22nd March 2025')
  expect(await pageAt('/privacy')).not.toContain('This site is run by')
  await sql`insert into setting values ('operator', '"Jane Doe\\n1 Main Street"')`.execute(
    site.database.kysely,
  )
  await change('privacy', { body: `${own('privacy').body}\n\nMore.` })
  await sql`update text_version set changed_at = '2026-12-01T12:00:00Z'`.execute(site.database.kysely)
  await raise()
  await expect.poll(() => pageAt('/privacy')).toContain('1st December 2026')
  expect(await pageAt('/privacy')).toContain('Jane Doe<br>1 Main Street')
})

test('the imprint and the terms exist, with a link, once they say something', async () => {
  for (const path of ['/imprint', '/terms', '/front-page-notice', '/suggestions'])
    expect((await site.app.http.inject(path)).statusCode, path).toBe(404)
  expect(await pageAt('/')).not.toContain('href="/imprint"')
  await sql`insert into setting values ('operator', '"Jane Doe"')`.execute(site.database.kysely)
  await change('terms', { body: 'Pay your neighbor.' })
  expect(await pageAt('/')).toContain('href="/imprint"')
  expect(await pageAt('/imprint')).toContain('Jane Doe')
  expect(await pageAt('/terms')).toContain('Pay your neighbor.')
})

test('the notice is on the home page only', async () => {
  await change('front-page-notice', { body: 'Fair on *Saturday*.' })
  expect(await pageAt('/')).toContain('Fair on <em>Saturday</em>.')
  expect(await pageAt('/all-services')).not.toContain('Saturday')
})

describe('an own page', () => {
  test('is at its address, in its menu, and in the sitemap, until it is removed', async () => {
    const { body } = await add({ address: 'house-rules' })
    expect(await pageAt('/house-rules')).toContain('Be kind to Corkboard.')
    await expect.poll(() => pageAt('/', other)).toContain('href="/house-rules"')
    expect(await pageAt('/sitemap/pages.xml')).toContain('/house-rules</loc>')
    const listed = await call<{ texts: ListedText[] }>('GET', '?search=be+kind')
    expect(listed.body.texts.map(({ label }) => label)).toEqual(['House rules'])
    const removed = await call('POST', `/${body.key}/version`, { version: 1, restored: 0 })
    expect((await site.app.http.inject('/house-rules')).statusCode).toBe(404)
    expect(await pageAt('/sitemap/pages.xml')).not.toContain('house-rules')
    expect((await call('PUT', `/${body.key}`, { ...rules, version: 2 })).status).toBe(404)
    await undo(removed.body.auditEntryId)
    expect(await pageAt('/house-rules')).toContain('Be kind')
  })

  test('has a title in each language of the site', async () => {
    const { body } = await add({ address: 'house-rules', names: { fr: 'Règlement de {site}' } })
    const french = await createTestApp(site.database, { settings: { languages: ['en', 'fr', 'es'] } })
    const shown = await pageAt('/house-rules?lang=fr', french)
    expect(shown).toContain('Règlement de Corkboard')
    expect(shown).not.toContain('House rules')
    expect(shown).toContain('Be kind to Corkboard.')
    expect(await pageAt('/?lang=fr', french)).toContain('Règlement de Corkboard')
    for (const language of ['en', 'es'])
      expect(await pageAt(`/house-rules?lang=${language}`, french)).toContain('House rules')
    expect((await read(body.key)).placement?.names).toEqual({ fr: 'Règlement de {site}' })
    const changed = await call('PUT', `/${body.key}`, {
      ...rules,
      placement: { address: 'house-rules', place: 'footer', position: 0 },
      version: 1,
    })
    expect((await read(body.key)).placement?.names).toEqual({})
    await undo(changed.body.auditEntryId)
    expect((await read(body.key)).placement?.names).toEqual({ fr: 'Règlement de {site}' })
  })

  test('cannot have the address of the site or of another page, or any other form of address', async () => {
    await add({ address: 'rules' })
    for (const address of [
      'about',
      'api',
      'corkboard-suggestions',
      'rules',
      'a/b',
      '../x',
      'Rules',
      'x y',
      '',
      'é',
    ])
      expect((await add({ address })).body.fields, address).toHaveProperty('placement.address')
    for (const address of ['a', 'b', 'c']) expect((await add({ address, place: 'header' })).status).toBe(200)
    expect((await add({ address: 'd', place: 'header' })).body.fields).toHaveProperty('placement.place')
  })

  // `src/web/routes.test.ts` has the same test for the routes of pages.
  test('has no address that a path of the server begins with', () => {
    const routes = [
      ...[...site.app.http.printRoutes({ commonPrefix: false }).matchAll(/^[├└]── (\/[^/\s]+)/gm)].map(
        ([, path]) => path ?? '',
      ),
      ...Object.values(privatePaths),
      publicPaths.about(),
    ]
    const first = new Set(routes.map((path) => path.split('/')[1] ?? ''))
    const missing = [...first].filter((part) => /^[a-z0-9-]+$/.test(part) && !reservedAddresses.has(part))
    expect(missing).toEqual([])
  })
})
