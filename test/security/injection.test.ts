/** Text that means something to SQL, to parsers of queries and JSON, to email, or to the log. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type CallName, isRole } from '../../src/shared/contract/endpoint.ts'
import { contract, type Endpoint } from '../../src/shared/contract.ts'
import { listCalls, listUrl } from '../support/checks/list-calls.ts'
import { slowUnless } from '../support/checks/slow.ts'
import { createListing } from '../support/data/factories.ts'
import { postOf } from '../support/data/posts.ts'
import { type Cast, createCast } from './actors.ts'
import { startProductionSite } from './site.ts'

const site = await startProductionSite()

let cast: Cast
let listingId: string
beforeAll(async () => {
  cast = await createCast(site)
  listingId = await createListing(site.database, {
    title: 'Piano lessons 100%_off',
    authorEmail: cast.sellerA.email,
  })
})

describe('C4 SQL in', () => {
  const payloads = [
    "'",
    '"',
    ';',
    '--',
    '/*',
    '\\',
    '$1',
    "'||'",
    "') or ('1'='1",
    '1;select pg_sleep(5)--',
    "{'a'",
    '%',
  ]
  const encoded = payloads.map(encodeURIComponent)

  /** Every path parameter and query parameter of every call that reads. */
  const reads = (Object.entries(contract) as [CallName, Endpoint][]).filter(
    ([, { method }]) => method === 'GET',
  )

  for (const [index, [name, endpoint]] of reads.entries())
    test(`C4 ${name} gives the kind of result that a harmless text gives`, {
      tags: ['timed', ...slowUnless(index % 4 === 0).tags],
    }, async () => {
      const { browser } = isRole(endpoint.access) ? cast.adminM : cast.sellerA
      const names = Object.keys(endpoint.query?.shape ?? {})
      const path = (value: string) => `/api${endpoint.path.replace(/\{\w+\}/g, value)}`
      const urls = (value: string) => [
        path(value),
        ...names.map(
          (name) =>
            `${path('x')}?${new URLSearchParams({ kind: 'service', category: 'x', ...required(endpoint) })}&${name}=${value}`,
        ),
      ]
      const harmless = await Promise.all(urls('x').map((url) => browser.get(url)))
      for (const value of encoded) {
        const answers = await Promise.all(urls(value).map((url) => browser.get(url)))
        expect(
          answers.map(({ status }) => status),
          value,
        ).toEqual(harmless.map(({ status }) => status))
        // `pg_sleep(5)` must not run.
        for (const { ms } of answers) expect(ms).toBeLessThan(4_000)
      }
    })

  test('C4 fields is stored as it is', async () => {
    const { browser } = cast.sellerB
    for (const payload of payloads) {
      const text = `Lessons ${payload} and more`
      expect(
        (await browser.put('/api/profile-update', { name: text, phone: payload, address: text, bio: text }))
          .status,
      ).toBe(200)
      expect((await browser.get('/api/userprofile')).json()).toMatchObject({
        name: text,
        phone: payload,
        address: text,
      })
      const { status, json } = await browser.post(
        '/api/services',
        postOf('service', { title: text, description: text, author: { phone: payload } }),
      )
      expect(status).toBe(201)
      expect(json()).toMatchObject({ title: text, description: text, author: { phone: payload } })
      expect(
        (await browser.put(`/api/service-report/${listingId}`, { reason: 'spam', note: payload })).status,
      ).toBe(200)
      const message = { name: text, email: 'ann@example.org', message: `Hello ${payload}` }
      expect((await cast.visitor.post('/api/send-email', message)).status).toBeLessThan(500)
    }
  })

  test('C4 no request is a syntax error in the log of PostgreSQL', async () => {
    expect(site.log()).not.toMatch(/"code":"42|syntax error/)
    const folder = inject('databaseLogs')
    if (folder === null) return
    const logs = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    )
    expect(logs.join('')).not.toMatch(
      /ERROR:\s+(syntax error|unterminated|operator does not exist|invalid input syntax)/,
    )
  })
})

/** A value for each parameter that a call needs. */
function required({ path }: Endpoint): Record<string, string> {
  const name = /by(category|subcategory|country|state|city)$/.exec(path)?.[1]
  if (path.endsWith('byseller')) return { seller: '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b' }
  return name ? { [name]: 'x' } : {}
}

test.each(['%', '_', '\\', '%%%', 'a & | !(', ':*', "''", '   ', '<->', '@@', 'x'.repeat(200)])(
  'C5 the search text %j is literal: it does not match every ad',
  async (text) => {
    const { status, json } = await cast.visitor.get(
      `/api/servicesbyfilter?searchtext=${encodeURIComponent(text)}`,
    )
    expect(status).toBe(200)
    const all = (await cast.visitor.get('/api/services')).json<{ total: number }>().total
    const { total } = json<{ total: number }>()
    if (text.trim() === '') expect(total).toBe(all)
    else expect(total).toBeLessThan(all)
  },
)

test('C5 a search text of 5 kB is rejected', async () => {
  expect((await cast.visitor.get(`/api/servicesbyfilter?searchtext=${'x'.repeat(5_000)}`)).status).toBe(400)
})

describe.each(listCalls)('C6 $path', (call) => {
  test.each([
    'sort=id',
    'sort=price;--',
    'sort=newest&sort=newest',
    'page=1&page=2',
    'limit[]=5&limit=1&limit=2',
    'order=id',
  ])('C6 %s is rejected or ignored', async (raw) => {
    const url = `/api${listUrl(call)}${call.required ? '&' : '?'}${raw}`
    const { status } = await cast.visitor.get(url)
    expect(status).toBe(raw.startsWith('order') ? 200 : 400)
  })

  test('C6 objects and prototypes as parameters are ignored', async () => {
    for (const raw of ['category[$ne]=x', '__proto__[x]=1', 'constructor[prototype][x]=1', 'a[b][c]=1']) {
      const answer = await cast.visitor.get(`/api${listUrl(call)}${call.required ? '&' : '?'}${raw}`)
      expect(answer.status).toBe(200)
    }
  })
})

test('C7 a body cannot reach the prototype of objects', async () => {
  const bodies = [
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"author":{"__proto__":{"isAdmin":true}}}',
  ]
  for (const body of bodies) {
    const options = { body, headers: { 'content-type': 'application/json' } }
    for (const [method, path] of [
      ['POST', '/api/services'],
      ['PUT', '/api/profile-update'],
    ] as const)
      expect((await cast.sellerA.browser.send(method, path, options)).status).toBe(400)
  }
  expect((await cast.sellerA.browser.get('/api/admins')).status).toBe(403)
  expect((await cast.sellerA.browser.get('/api/session')).json()).toMatchObject({ isAdmin: false })
})
describe('C13 the contact form', () => {
  const message = { name: 'Ann Lee', email: 'ann@example.org', message: 'Where are my ads?' }
  test.each([
    { name: 'Ann\r\nBcc: victim@example.com' },
    { name: 'Ann\nTo: victim@example.com' },
    { email: 'ann@example.org, victim@example.com' },
    { email: 'ann@example.org\r\nBcc: victim@example.com' },
    { email: '"Ann" <ann@example.org>, victim@example.com' },
    { email: ['ann@example.org', 'victim@example.com'] },
  ])('C13 rejects %j', async (input) => {
    expect((await cast.visitor.post('/api/send-email', { ...message, ...input })).status).toBe(400)
  })

  test('C13 rejects a message of 1 MB', async () => {
    expect(
      (await cast.visitor.post('/api/send-email', { ...message, message: 'x'.repeat(1_000_000) })).status,
    ).toBe(413)
  })

  test('C13 sends one email to one recipient, with the message as text', async () => {
    const html = '<img src=x onerror=alert(1)>\r\n.\r\nBcc: victim@example.com\r\n\r\n<b>bold</b>'
    const name = 'Ann "Bcc: victim@example.com" <b>'
    expect(
      (await site.open({ from: '127.0.0.9' }).post('/api/send-email', { ...message, name, message: html }))
        .status,
    ).toBe(200)
    const { subject } = await site.mail.waitForEmail('hello@localhost', /Bcc: victim/)
    const [delivery, ...others] = site.mail.received.filter(({ email }) => email.subject === subject)
    expect(others).toEqual([])
    expect(delivery?.recipients).toEqual(['hello@localhost'])
    expect(delivery?.email.bcc ?? []).toEqual([])
    expect(delivery?.source.split('\r\n\r\n', 1)[0]).not.toMatch(/^(bcc|cc): /im)
    expect(delivery?.email.replyTo).toEqual([expect.objectContaining({ address: 'ann@example.org' })])
    // The picture of the site's logo is the only one.
    expect(delivery?.email.html?.match(/<img /g)).toHaveLength(1)
    expect(delivery?.email.html).not.toMatch(/<img src=x|<b>/)
  })
})

test('C14 emailed links use the configured URL, whatever host a request names', async () => {
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
  }
  for (const path of ['/api/auth/request-password-reset', '/api/auth/sign-in/magic-link'])
    expect((await cast.visitor.post(path, { email: cast.sellerB.email }, forged)).status).toBe(200)
  const { email } = cast.unverified
  expect((await cast.visitor.post('/api/auth/send-verification-email', { email }, forged)).status).toBe(200)
  for (const address of [cast.sellerB.email, email]) {
    const { links, html, text } = await site.mail.waitForEmail(address)
    for (const link of links) expect(link).toMatch(/^https:\/\/board\.example\.test[/.]/)
    expect(html + text).not.toContain('evil.example')
  }
})

test('C15 a request adds lines of JSON to the log, without raw control characters, and bounded', async () => {
  const before = site.log().length
  const mark = 'log-mark'
  const headers = {
    'user-agent': `${mark}\u009b31m${'x'.repeat(9_000)}`,
    referer: `https://a.example/${'y'.repeat(3_000)}`,
  }
  await cast.visitor.get(`/api/services?${mark}=%0d%0a%7b%22level%22:60%7d%1b%5b31m`, headers)
  await cast.visitor.get(`/${mark}/%0A%1B[2J${'z'.repeat(9_000)}`)
  await cast.visitor.post('/api/auth/sign-in/email', {
    email: `a@example.com\r\n{"level":60} ${mark}`,
    password: 'x',
  })
  const lines = await expect
    .poll(
      () =>
        site
          .log()
          .slice(before)
          .split('\n')
          .filter((line) => line.includes(mark)).length,
    )
    .toBeGreaterThan(1)
    .then(() => site.log().slice(before).trimEnd().split('\n'))
  for (const line of lines) {
    expect(() => JSON.parse(line)).not.toThrow()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
    expect(line).not.toMatch(/[\u0000-\u001f\u007f\u009b]/)
    expect(JSON.parse(line).level).toBeLessThan(60)
  }
})
