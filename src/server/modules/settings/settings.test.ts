import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createUser,
  emailsTo,
  goodPassword,
  lastEmailTo,
  send,
  startSession,
} from '../../../../test/support/data/accounts.ts'
import { postOf } from '../../../../test/support/data/posts.ts'
import { createDatabase, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import type { SettingForAdmin } from '../../../shared/contract/settings.ts'
import { signUpRefusals } from '../../../shared/messages/sign-in.ts'
import type { AuditEntry, Overview } from '../../../shared/moderation.ts'
import { defaultSettings, type SettingKey, settingKeys } from '../../../shared/settings/table.ts'
import { openSettings, readSettings } from './service.ts'

type Reply = { message: string; auditEntryIds: number[]; fields?: Record<string, string>; code?: string }

let site: TestApp
/** Another process on the same database. */
let other: TestApp
let cookie: string
let userCookie: string
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true, followsSettings: true })
  other = await createTestApp(site.database, { realSessions: true, followsSettings: true })
  const { email } = await createUser(site.database, { isAdmin: true })
  cookie = await startSession(site, email)
  userCookie = await startSession(site, (await createUser(site.database)).email)
})
beforeEach(async () => {
  await sql`delete from setting`.execute(site.database.kysely)
  await sql`update site_revision set revision = revision + 1`.execute(site.database.kysely)
  await expect.poll(() => nameAt(site)).toBe('Corkboard')
  await expect.poll(() => nameAt(other)).toBe('Corkboard')
})

const change = (values: object, before: object = {}, options: object = { cookie }) =>
  send<Reply>(site, 'PUT', '/moderation/settings', {
    ...options,
    body: { values, before: { ...defaultSettings, ...before } },
  })
const undo = (id: number | undefined) => send<Reply>(site, 'POST', `/moderation/undo/${id}`, { cookie })
async function listed(key: SettingKey, at = site) {
  const { body } = await send<{ settings: SettingForAdmin[] }>(at, 'GET', '/moderation/settings', { cookie })
  return body.settings.find((setting) => setting.key === key)
}
const pageOf = async ({ app }: TestApp, url = '/', headers: Record<string, string> = {}) =>
  app.http.inject({ url, headers: { accept: 'text/html', ...headers } })
const nameAt = async (at: TestApp) =>
  /<meta name="application-name" content="([^"]*)"/.exec((await pageOf(at)).body)?.[1]

test('lists all settings with their defaults', async () => {
  const { body } = await send<{ settings: SettingForAdmin[] }>(site, 'GET', '/moderation/settings', {
    cookie,
  })
  expect(body.settings.map(({ key }) => key)).toEqual(settingKeys)
  expect(Object.fromEntries(body.settings.map(({ key, value }) => [key, value]))).toEqual(defaultSettings)
  expect(body.settings.filter(({ lockedBy, problem }) => lockedBy !== null || problem !== null)).toEqual([])
})

test('a change shows at once where it was made, and within a second in another process, in cached pages too', async () => {
  await pageOf(other)
  const { status, body } = await change({ name: 'Elm Street', tagline: 'Next door' })
  expect({ status, message: body.message }).toEqual({
    status: 200,
    message: 'Settings saved. Pages that are open show them once they are reloaded.',
  })
  expect(await nameAt(site)).toBe('Elm Street')
  const changed = performance.now()
  await expect.poll(() => nameAt(other), { interval: 20 }).toBe('Elm Street')
  expect(performance.now() - changed).toBeLessThan(1000)
  expect((await pageOf(other, '/about')).body).toContain('Next door')
  const { body: manifest } = await pageOf(other, '/manifest.webmanifest')
  expect(JSON.parse(manifest).name).toBe('Elm Street')
})

test('a change is in the log with before and after, and can be undone once', async () => {
  const { body } = await change({ cardTextLength: 40, name: 'Elm Street' })
  expect(body.auditEntryIds).toHaveLength(2)
  const log = await send<{ entries: AuditEntry[] }>(site, 'GET', '/moderation/log', { cookie })
  expect(log.body.entries.slice(0, 2).reverse()).toMatchObject([
    {
      action: 'setting.change',
      target: 'Name',
      before: { value: 'Corkboard' },
      after: { value: 'Elm Street' },
      undo: 'possible',
    },
    { target: 'Text on cards', before: { value: '20' }, after: { value: '40' } },
  ])
  const [nameEntry, cardEntry] = body.auditEntryIds
  expect((await undo(nameEntry)).status).toBe(200)
  expect((await listed('name'))?.value).toBe('Corkboard')
  expect((await listed('cardTextLength'))?.value).toBe(40)
  expect((await undo(nameEntry)).body.message).toBe('This has already been undone.')
  await change({ cardTextLength: 60 }, { cardTextLength: 40 })
  expect((await undo(cardEntry)).body.message).toContain('can no longer be undone')
  const { rows } = await sql`select key from setting`.execute(site.database.kysely)
  expect(rows).toEqual([{ key: 'cardTextLength' }])
})

test('undoing the first address restores that there was none', async () => {
  const { body } = await change({ contactEmail: 'care@example.org' })
  expect((await undo(body.auditEntryIds[0])).status).toBe(200)
  expect((await listed('contactEmail'))?.value).toBe('hello@localhost')
})

test('the second of two admins does not undo what the first did, but may change something else', async () => {
  await change({ name: 'Elm Street' })
  const { status, body } = await change({ name: 'Oak Street', tagline: 'Next door' })
  expect({ status, fields: body.fields }).toEqual({
    status: 400,
    fields: { 'values.name': expect.stringContaining('Someone else has changed “Name”') },
  })
  expect((await listed('tagline'))?.value).toBe(defaultSettings.tagline)
  expect((await change({ tagline: 'Next door' })).status).toBe(200)
  expect((await change({ name: 'Elm Street' })).body.message).toBe('Nothing changed.')
})

test('two changes at once are both kept, or one is refused', async () => {
  const replies = await Promise.all([
    change({ name: 'A' }),
    change({ name: 'B' }),
    change({ currency: 'EUR' }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 400])
  expect((await listed('currency'))?.value).toBe('EUR')
})

test.each([
  [{ name: 'x'.repeat(10_000) }, 'values.name'],
  [{ name: 7 }, 'values.name'],
  [{ name: null }, 'values.name'],
  [{ maintenance: 'yes' }, 'values.maintenance'],
  [{ serviceFreshness: { ask: 3, stale: 2, archive: 1 } }, 'values.serviceFreshness.stale'],
  [{ serviceFreshness: { ask: 3, stale: 'x', archive: 9 } }, 'values.serviceFreshness.stale'],
  [{ retention: null }, 'values.retention'],
  [{ mapStyleUrl: 'https://x;script-src/style.json' }, 'values.mapStyleUrl'],
  [{ serviceFreshness: [] }, 'values.serviceFreshness'],
  [{ facebook: 'javascript:alert(1)' }, 'values.facebook'],
  [{ timeZone: 'Mars/Olympus' }, 'values.timeZone'],
  [{ announcementEnd: '2026-02-30' }, 'values.announcementEnd'],
  [{ unknown: 1 }, 'values'],
  [{ constructor: 1 }, 'values'],
])('rejects %j with a sentence', async (values, field) => {
  const { status, body } = await change(values)
  expect(status).toBe(400)
  expect(body.fields?.[field]).toMatch(/^[A-Z].+\.$/)
})

describe('an environment variable', () => {
  test('wins over what is stored, and locks the setting', async () => {
    const locked = await createTestApp(site.database, {
      realSessions: true,
      settings: { name: 'From outside' },
    })
    await sql`insert into setting values ('name', '"Stored"'), ('tagline', '"Stored"')`.execute(
      site.database.kysely,
    )
    expect(await listed('name', locked)).toMatchObject({ value: 'From outside', lockedBy: 'SITE_NAME' })
    const { status, body } = await send<Reply>(locked, 'PUT', '/moderation/settings', {
      cookie,
      body: { values: { name: 'Elm Street' }, before: { name: 'Stored' } },
    })
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'SITE_NAME sets “Name”, so it can’t be changed here.',
    })
  })

  test('that is wrong keeps the stored value, and the log and the dashboard say so', async () => {
    const { database } = await createDatabase()
    await sql`insert into setting values ('currency', '"EUR"'), ('name', '7')`.execute(database.kysely)
    const warnings: string[] = []
    const log = { ...silentLog, warn: (text: string) => void warnings.push(text) }
    const variables = { SITE_CURRENCY: 'euros', SITE_TAGLINE: 'Fine' }
    const settings = await openSettings({ database, variables, log: log as never, pollEveryMs: null })
    expect(settings.current()).toEqual({ ...defaultSettings, currency: 'EUR', tagline: 'Fine' })
    expect(warnings).toEqual([
      'The stored setting “Name” is not valid. Please enter this as text. The site uses “Corkboard”.',
      'SITE_CURRENCY is not valid. Please enter a currency code such as USD. The site uses “EUR”.',
    ])
    expect(settings.state()).toMatchObject({
      fixed: ['tagline', 'currency'],
      problems: [{ key: 'name' }, { key: 'currency' }],
    })
  })

  test('that is wrong leaves in use what it said before, also after a restart', async () => {
    const { database } = await createDatabase()
    const restart = (variables: Record<string, string>) =>
      openSettings({ database, variables, log: silentLog, pollEveryMs: null })
    await sql`insert into setting values ('currency', '"CAD"')`.execute(database.kysely)
    await restart({ SITE_CURRENCY: 'EUR', SITE_NAME: 'Elm Street' })
    for (const SITE_CURRENCY of ['EURO', 'euro']) {
      const { current, state } = await restart({ SITE_CURRENCY })
      expect(current()).toEqual({ ...defaultSettings, currency: 'EUR' })
      expect(state().fixed).toEqual(['currency'])
    }
    expect((await restart({})).current().currency).toBe('CAD')
  })
})

test('a stored value that no longer fits leaves in use the last good one, also in other processes', async () => {
  await change({ name: 'Elm Street' })
  await expect.poll(() => nameAt(other)).toBe('Elm Street')
  await sql`update setting set value = '{"en": "Elm"}' where key = 'name'`.execute(site.database.kysely)
  await sql`update site_revision set revision = revision + 1`.execute(site.database.kysely)
  await expect
    .poll(async () => (await listed('name', other))?.problem)
    .toContain('The site uses “Elm Street”.')
  expect(await nameAt(other)).toBe('Elm Street')
  const { settings } = await readSettings(site.database.kysely, {})
  expect(settings.name).toBe('Elm Street')
  const { body } = await send<Overview>(other, 'GET', '/moderation/overview', { cookie })
  expect(body.settingProblems).toEqual([expect.stringContaining('The stored setting “Name” is not valid.')])
  const { status } = await change({ name: 'Oak Street' }, { name: 'Elm Street' })
  expect(status).toBe(200)
  expect(await listed('name')).toMatchObject({ value: 'Oak Street', problem: null })
})

test('settings of a newer version are left alone', async () => {
  await sql`insert into setting values ('fromTheFuture', '{"a": 1}')`.execute(site.database.kysely)
  const { settings, problems } = await readSettings(site.database.kysely, {})
  expect({ settings, problems }).toEqual({ settings: defaultSettings, problems: [] })
})

describe('maintenance', () => {
  test('lets only admins in, and everyone sign in', async () => {
    await change({ maintenance: true, maintenanceText: 'Back at noon <b>.' })
    for (const url of ['/', '/all-services', '/feeds/services.atom', '/sitemap.xml']) {
      const { statusCode, headers, body } = await pageOf(site, url)
      expect(statusCode, url).toBe(503)
      expect(headers).toMatchObject({ 'retry-after': '300', 'cache-control': 'no-store' })
      expect(body).toContain('Back at noon &lt;b&gt;.')
    }
    const { body: home } = await pageOf(site, '/', { cookie: userCookie })
    expect(home).toContain('<title>Maintenance | Corkboard</title>')
    expect(home).toContain('href="/signin"')
    // Nothing of the page itself, and nobody's session.
    expect(home).not.toMatch(/Beauty|"email"|<header/)
    const asUser = await send<Reply>(site, 'GET', '/services', { cookie: userCookie })
    expect(asUser).toMatchObject({ status: 503, body: { code: 'unavailable', message: 'Back at noon <b>.' } })
    const body = postOf('service', {})
    expect((await send(site, 'POST', '/services', { cookie: userCookie, body })).status).toBe(503)

    expect((await pageOf(site, '/', { cookie })).statusCode).toBe(200)
    for (const path of ['/auth/sign-up/email', '/auth/change-email', '/auth/update-user'])
      expect((await send(site, 'POST', path, { cookie: userCookie, body: {} })).status, path).toBe(503)
    expect((await pageOf(site, '/signin')).body).toContain('Only admins can use it.')
    expect((await send(site, 'POST', '/logout', { cookie: '' })).status).toBe(200)
    for (const url of ['/healthz', '/readyz', '/signin', '/icon.svg', '/api/session', '/api/auth-providers'])
      expect((await pageOf(site, url)).statusCode, url).toBe(200)
    await expect.poll(async () => (await pageOf(other)).statusCode).toBe(503)
    const before = { maintenance: true, maintenanceText: 'Back at noon <b>.' }
    expect((await change({ maintenance: false }, before)).status).toBe(200)
    expect((await pageOf(site)).statusCode).toBe(200)
  })
})

test('an announcement shows on its days only, in cached pages too', async () => {
  const text = 'We moved <i>to</i> Elm Street.'
  const shown = async () => (await pageOf(site)).body.includes('We moved &lt;i&gt;to')
  await change({ announcement: text, announcementStart: '2026-11-21', announcementEnd: '2026-11-22' })
  for (const [day, expected] of [
    ['2026-11-20', false],
    ['2026-11-21', true],
    ['2026-11-22', true],
    ['2026-11-23', false],
  ] as const) {
    site.setNow(new Date(`${day}T17:00:00Z`))
    expect(await shown(), day).toBe(expected)
  }
  site.setNow(new Date('2026-11-20T17:00:00Z'))
  expect((await pageOf(site)).body).not.toContain('We moved')
})

describe('sign-up', () => {
  const signUp = (email: string, invitation?: string) =>
    send<Reply>(site, 'POST', '/auth/sign-up/email', {
      body: { name: 'Nora Lind', password: goodPassword, email, ...(invitation && { invitation }) },
    })
  const invite = async () =>
    (await send<{ token: string; link: string }>(site, 'POST', '/moderation/invitations', { cookie })).body

  test('needs an invitation that has not expired', async () => {
    await change({ signUp: 'invitation' })
    for (const token of [undefined, '', 'x', 'a'.repeat(45)])
      expect(await signUp('nora@example.com', token)).toMatchObject({
        status: 403,
        body: { code: 'forbidden', message: signUpRefusals.invitation },
      })
    const { token, link } = await invite()
    expect(link).toBe(`http://localhost:3000/signup?invitation=${token}`)
    expect((await pageOf(site, `/signup?invitation=${token}`)).body).toContain('type="password"')
    expect((await pageOf(site, '/signup')).body).toContain(signUpRefusals.invitation)
    expect((await signUp('nora@example.com', token)).status).toBe(200)
    expect((await signUp('nils@example.com', token)).status).toBe(200)
    expect(await emailsTo(site, 'nora@example.com')).toHaveLength(1)
    site.setNow(new Date('2026-12-04T17:00:01Z'))
    expect((await signUp('late@example.com', token)).status).toBe(403)
    expect((await pageOf(site, `/signup?invitation=${token}`)).body).not.toContain('type="password"')
    site.setNow(new Date('2026-11-20T17:00:00Z'))
  })

  test('ends with an invitation that an admin withdraws in the log', async () => {
    await change({ signUp: 'invitation' })
    const [kept, withdrawn] = [await invite(), await invite()]
    const log = await send<{ entries: AuditEntry[] }>(site, 'GET', '/moderation/log', { cookie })
    const [entry] = log.body.entries
    expect(entry).toMatchObject({ action: 'invitation.create', target: 'link to sign up', undo: 'possible' })
    // Who reads the log cannot use it.
    expect(JSON.stringify(log.body)).not.toContain(withdrawn.token)
    expect((await undo(entry?.id)).status).toBe(200)
    expect((await signUp('ida@example.com', withdrawn.token)).status).toBe(403)
    expect((await signUp('ida@example.com', kept.token)).status).toBe(200)
  })

  test('is open to an invited admin, and to nobody else with their link', async () => {
    const email = 'second.admin@example.com'
    const added = await send(site, 'POST', '/add-admin', { cookie, body: { name: 'Ada', email } })
    expect(added.status).toBe(200)
    const { text } = await lastEmailTo(site, email)
    const [, token] = /\/signup\?invitation=(\w+)/.exec(text) ?? []
    for (const mode of ['closed', 'invitation']) {
      await change({ signUp: mode }, { signUp: mode === 'closed' ? 'open' : 'closed' })
      expect((await pageOf(site, `/signup?invitation=${token}`)).body).toContain('type="password"')
      expect((await signUp('someone.else@example.com', token)).status).toBe(403)
      expect((await signUp(email)).status).toBe(403)
    }
    expect((await signUp('Second.Admin@example.com', token)).status).toBe(200)
    await send(site, 'PUT', `/remove-admin/${email}`, { cookie })
    await sql`delete from account where email = ${email}`.execute(site.database.kysely)
    expect((await signUp(email, token)).status).toBe(403)
  })

  test('can be closed, also for people with an invitation', async () => {
    const { token } = await invite()
    await change({ signUp: 'closed' })
    expect(await signUp('zoe@example.com', token)).toMatchObject({
      status: 403,
      body: { message: signUpRefusals.closed },
    })
    expect((await pageOf(site, `/signup?invitation=${token}`)).body).not.toContain('type="password"')
    const { rows } = await sql`select from account where email = 'zoe@example.com'`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([])
  })
})

test('limits of posting apply to the next ad', async () => {
  const limited = await createTestApp(site.database, {
    realSessions: true,
    rateLimit: 1,
    settings: { postsOnFirstDay: 2 },
  })
  const { email } = await createUser(limited.database)
  await sql`update account set created = now() where email = ${email}`.execute(limited.database.kysely)
  const own = await startSession(limited, email)
  const statuses: number[] = []
  for (const title of ['First ad', 'Second ad', 'Third ad'])
    statuses.push(
      (await send(limited, 'POST', '/services', { cookie: own, body: postOf('service', { title }) })).status,
    )
  expect(statuses).toEqual([201, 201, 429])
})

test('pages have a changed setting with the next request', async () => {
  await change({ contactVisibility: 'messages', facebook: 'https://facebook.com/elm' })
  const { body } = await pageOf(site)
  expect(body).toContain('"contactVisibility":"messages"')
  expect(body).toContain('href="https://facebook.com/elm"')
})
