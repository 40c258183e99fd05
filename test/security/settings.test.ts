/** The settings of the site: only admins read and change them, and nothing that they contain becomes code. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/shared/contract.ts'
import { defaultSettings, settingKeys, settingOf } from '../../src/shared/settings/table.ts'
import { createUser, send, startSession } from '../support/data/accounts.ts'
import { createTestApp, type TestApp } from '../support/site/app.ts'

let site: TestApp
const cookies: Record<string, string> = { visitor: '' }
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  for (const name of ['admin', 'user'])
    cookies[name] = await startSession(
      site,
      (await createUser(site.database, { isAdmin: name === 'admin' })).email,
    )
})

const stored = async () => (await sql`select * from setting`.execute(site.database.kysely)).rows
const form = (cookie: string, url: string, fields: Record<string, string>, headers: object = {}) =>
  site.app.http.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://localhost:3000',
      cookie,
      ...headers,
    },
  })

test.each(['visitor', 'user'])(
  'a %s neither reads nor changes a setting, by call or by form',
  async (who) => {
    const cookie = cookies[who] ?? ''
    const body = { values: { name: 'Taken over' }, before: { name: 'Corkboard' } }
    for (const [method, path] of [
      ['GET', '/moderation/settings'],
      ['PUT', '/moderation/settings'],
      ['POST', '/moderation/invitations'],
    ] as const) {
      const reply = await send(site, method, path, { cookie, ...(method !== 'GET' && { body }) })
      expect(reply.status, path).toBe(who === 'visitor' ? 401 : 403)
      // Not even which settings there are.
      expect(JSON.stringify(reply.body)).not.toMatch(/tagline|maintenance/i)
    }
    const fields = { 'values.name': 'Taken over', 'before.name': 'Corkboard' }
    for (const url of ['/admin/settings', '/admin/invitations'])
      expect((await form(cookie, url, fields)).statusCode, url).toBe(who === 'visitor' ? 401 : 403)
    expect(await stored()).toEqual([])
  },
)

test('a form of another site changes nothing, even with the session of an admin', async () => {
  const fields = { 'values.name': 'Taken over', 'before.name': 'Corkboard' }
  const reply = await form(cookies.admin ?? '', '/admin/settings', fields, { origin: 'https://evil.example' })
  expect(reply.statusCode).toBe(403)
  expect(await stored()).toEqual([])
})

test('all calls of settings are for admins', () => {
  for (const name of ['listSettings', 'changeSettings', 'createInvitation'] as const)
    expect(contract[name].access).toBe('admin')
})

test('pages contain no setting that only the server needs', async () => {
  const { body } = await site.app.http.inject('/')
  const state = /<script id="page-state"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '{}'
  const shown = Object.keys(JSON.parse(state).site.settings)
  expect(shown.sort()).toEqual(settingKeys.filter((key) => settingOf(key).audience === 'page').sort())
})

test('markup in settings is text on every page, file, and feed', async () => {
  const payload = '</script><img src=x onerror=alert(1)>'
  const values = { name: payload, tagline: payload, announcement: payload }
  const { status } = await send(site, 'PUT', '/moderation/settings', {
    cookie: cookies.admin,
    body: { values, before: defaultSettings },
  })
  expect(status).toBe(200)
  for (const url of [
    '/',
    '/about',
    '/signin',
    '/embed/events',
    '/feeds/services.atom',
    '/opensearch.xml',
    '/nothing',
  ])
    expect((await site.app.http.inject(url)).body, url).not.toContain('<img src=x')
})

test('a setting reaches no prototype', async () => {
  const body =
    '{"values":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}},"before":{}}'
  const { statusCode } = await site.app.http.inject({
    method: 'PUT',
    url: '/api/moderation/settings',
    payload: body,
    headers: {
      'content-type': 'application/json',
      origin: 'http://localhost:3000',
      cookie: cookies.admin ?? '',
    },
  })
  expect([200, 400]).toContain(statusCode)
  expect({}).not.toHaveProperty('polluted')
})
