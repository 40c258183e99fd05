/** What the log of the running server contains, at its most detailed level, after everything that involves a secret. */
import { connect } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { maxLineBytes } from '../../src/server/platform/logging/redact.ts'
import { waitFor } from '../support/checks/emails.ts'
import { createUser, goodPassword } from '../support/data/accounts.ts'
import { createListing } from '../support/data/factories.ts'
import { postOf } from '../support/data/posts.ts'
import { createActor, createAdmin } from './actors.ts'
import type { Browser } from './browser.ts'
import { startProductionSite } from './site.ts'

// A test makes dozens of requests, some of which hash a password.

const site = await startProductionSite({ LOG_LEVEL: 'trace' })

const linesOf = (log: string) => log.split('\n').filter((line) => line !== '')

/** Waits for the log line of a request that is made last, and so for all earlier ones. */
async function waitForLog() {
  const marker = `/marker-${Date.now()}`
  await site.open().get(marker)
  await waitFor('the last line of the log', async () => site.log().includes(marker) || undefined)
  return site.log()
}

/** Everything that must not be in the log, with a name for the message of a failed test. */
const secrets = new Map<string, string>()
const keep = (name: string, value: string) => {
  expect(value.length, name).toBeGreaterThan(5)
  secrets.set(`${name}: ${value}`, value)
  return value
}

async function tokenSentTo(address: string, subject: RegExp): Promise<string> {
  const { links } = await site.mail.waitForEmail(address, subject)
  return keep('token', new URL(links[0] ?? '').searchParams.get('token') ?? '')
}

function keepCookies(browser: Browser) {
  for (const [name, value] of browser.cookies) {
    keep(`cookie ${name}`, value)
    keep(`cookie ${name}, decoded`, decodeURIComponent(value))
  }
}

test('G2, M8, B16 the log contains no password, token, cookie, message, or full email address', async () => {
  const newcomer = keep('email', 'new.comer@example.com')
  const password = keep('password', 'seven purple herons dance')
  const next = keep('password', 'eleven yellow otters sing')
  const wrong = keep('password', 'a wrong guess entirely 99')
  keep('password', goodPassword)

  const browser = site.open()
  await browser.post('/api/auth/sign-up/email', { name: 'Nia Comer', email: newcomer, password })
  keepCookies(browser)
  const verify = await tokenSentTo(newcomer, /verify|confirm/i)
  await browser.get(`/verify-email?token=${verify}`)
  await browser.submit('/verify-email', { token: verify, answer: 'verify' })
  keepCookies(browser)
  for (const guess of [wrong, password]) {
    await browser.post('/api/auth/sign-in/email', { email: newcomer, password: guess })
    keepCookies(browser)
  }
  const { token: bearer } = (await browser.post('/api/jwt', { email: newcomer })).json<{ token: string }>()
  keep('bearer token', bearer)
  await site.open().get('/api/my-profile', { authorization: `Bearer ${bearer}` })
  await browser.post('/api/auth/change-password', { currentPassword: wrong, newPassword: next })
  await browser.post('/api/auth/change-password', { currentPassword: password, newPassword: next })
  await browser.post('/api/auth/change-email', { newEmail: keep('email', 'changed@example.net') })
  await browser.post('/api/auth/sign-out')

  await browser.post('/api/auth/request-password-reset', { email: newcomer })
  const reset = await tokenSentTo(newcomer, /reset|choose/i)
  await browser.get(`/reset-password?token=${reset}`)
  for (const _time of [1, 2])
    await browser.post('/api/auth/reset-password', { token: reset, newPassword: password })
  const linked = await createUser(site.database, { email: keep('email', 'linked.person@example.org') })
  await browser.post('/api/auth/sign-in/magic-link', { email: linked.email })
  const link = await tokenSentTo(linked.email, /sign in/i)
  await browser.get(`/email-link?token=${link}`)
  await browser.get(`/email-link/${encodeURIComponent(linked.email)}`)
  for (const _time of [1, 2]) await browser.post('/api/auth/magic-link/verify', { token: link })
  keepCookies(browser)

  const admin = await createAdmin(site, { email: keep('email', 'root.admin@example.com') })
  keepCookies(admin.browser)
  const granted = keep('email', 'mod@example.com')
  await createUser(site.database, { email: granted })
  await admin.browser.post('/api/add-admin', { email: granted })
  await admin.browser.put(`/api/remove-admin/${granted}`)
  await admin.browser.put(`/api/remove-admin/${encodeURIComponent(granted)}`)
  await admin.browser.get(`/admin?search=${encodeURIComponent(granted)}`)
  await admin.browser.get(`/api/profiles?search=${granted}`)

  const seller = await createActor(site, { email: keep('email', 'the.seller@example.com') })
  keepCookies(seller.browser)
  const description = keep('description', 'A description with the word xylophonist in it')
  await seller.browser.post('/api/service', postOf('service', { description }))
  const note = keep('note', 'This looks like a pyramid scheme to me')
  const listing = await createListing(site.database)
  await site.open().put(`/api/service-report/${listing}`, { reason: 'scam', note })
  const message = keep('message', 'Please call me about the blue canoe')
  await site.open().post('/api/send-email', { name: 'Zed', email: keep('email', 'zed@example.com'), message })
  await site
    .open()
    .get(`/all-services?searchtext=${encodeURIComponent(keep('search', 'embarrassing ailment'))}`)

  const town = keep('town', 'Pflugerville')
  const latitude = keep('latitude', '30.439412')
  const position = `${latitude},${keep('longitude', '-97.620001')}`
  for (const near of [town, keep('postal code', '78660-1234'), position]) {
    const query = `near=${encodeURIComponent(near)}&within=25`
    for (const path of ['/all-services', '/search', '/api/servicesbyfilter', '/api/eventsbyfilter'])
      await site.open().get(`${path}?${query}`)
  }
  const [lat, lon] = position.split(',').map(Number)
  const nearest = await site.open().post('/api/nearest-town', { latitude: lat, longitude: lon })
  expect(nearest.status).toBe(200)
  await site.open().post('/api/nearest-town', { latitude, longitude: 'west' })

  const log = await waitForLog()
  expect(linesOf(log).length).toBeGreaterThan(30)
  for (const [name, secret] of secrets) {
    const spellings = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
    expect(
      spellings.some((spelling) => log.includes(spelling)),
      name,
    ).toBe(false)
  }
  // What happened is still visible.
  expect(log).toContain('"url":"/email-link?token=…"')
  expect(log).toContain('m…@example.com')
  expect(log).toContain('"route":"/api/remove-admin/:email"')
})

test('G2 errors of the database are logged without the values', async () => {
  const { kysely } = site.database
  await sql`alter table contact_message add constraint forbidden check (email <> 'leaky@example.com')`.execute(
    kysely,
  )
  const message = 'A message that the database refuses to store'
  const body = { name: 'Lea', email: 'leaky@example.com', message }
  const { status, text } = await site.open().post('/api/send-email', body)
  await sql`alter table contact_message drop constraint forbidden`.execute(kysely)
  expect(status).toBe(500)
  expect(text).not.toContain('forbidden')
  const log = await waitForLog()
  const line = linesOf(log).find((one) => one.includes('"constraint":"forbidden"'))
  expect(line).toContain('"code":"23514"')
  expect(log).not.toContain('leaky@example.com')
  expect(log).not.toContain(message)
})

test('G2 requests that cannot be parsed are logged without their content', async () => {
  const send = async (text: string) => {
    const client = connect(site.port, '127.0.0.1')
    client.end(text)
    await client.toArray().catch(() => {})
  }
  const secret = 'corkboard.session_token=unparsable-secret'
  await send(`GET / HTTP/1.1\r\nhost: a\r\ncookie: ${secret}\r\nbad header\r\n\r\n`)
  await send(`BREW /pot?token=unparsable-secret HTCPCP/1.0\r\ncookie: ${secret}\r\n\r\n`)
  const json = { 'content-type': 'application/json' }
  await site
    .open()
    .send('POST', '/api/auth/sign-in/email', { body: '{"password":"unparsable-secret', headers: json })
  await site.open().get('/api/service/%zz?token=unparsable-secret')
  expect(await waitForLog()).not.toContain('unparsable-secret')
})

const oddities: [string, string][] = [
  ['CRLF', 'a%0d%0a{"level":30,"msg":"forged-line"}'],
  ['ANSI escapes', '%1b[31mred%1b[0m%c2%9b2J'],
  ['10 kB', 'x'.repeat(10_000)],
]

test.each(oddities)(
  'C15, L8 %s in the path, the query, and an email are one bounded line each',
  async (_name, text) => {
    const decoded = decodeURIComponent(text)
    await site.open().get(`/odd/${text}`)
    await site.open().get(`/odd?${text}=1`)
    await site.open().put(`/api/remove-admin/${text}@example.com`)
    await site.open().post('/api/auth/sign-in/email', { email: `${decoded}@example.com`, password: decoded })
    expectCleanLog(await waitForLog())
  },
)

test('C15, L8 control characters and 10 kB in a User-Agent are one bounded line', async () => {
  const raw = (agent: string) =>
    `GET /odd-agent HTTP/1.1\r\nhost: a\r\nconnection: close\r\nuser-agent: ${agent}\r\n\r\n`
  for (const agent of [
    '\u009b2J\u0085next',
    '\tfolded',
    'y'.repeat(10_000),
    `someone@example.com ${'z'.repeat(5000)}`,
  ]) {
    const client = connect(site.port, '127.0.0.1')
    client.end(Buffer.from(raw(agent), 'latin1'))
    await client.toArray()
  }
  const log = await waitForLog()
  expectCleanLog(log)
  expect(log).not.toContain('someone@example.com')
})

/** Every line is one JSON object, short, and without a character that a terminal interprets. */
function expectCleanLog(log: string) {
  for (const line of linesOf(log)) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(maxLineBytes)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in the log
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
    if (!line.includes(' is ready at ')) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) })
  }
  const forged = linesOf(log).filter((line) => line.startsWith('{"level":30,"msg":"forged-line"'))
  expect(forged).toEqual([])
}
