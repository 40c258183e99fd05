import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../../../test/support/site/app.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { handleErrors } from '../http/errors.ts'
import { mountDevMailbox } from './dev-mailbox.ts'
import { createFolderTransport } from './transport.ts'

const publicUrl = 'http://localhost:3000'
let folder: string
let app: FastifyInstance
beforeEach(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'corkboard-mailbox-'))
  folder = join(parent, 'outbox')
  app = Fastify()
  handleErrors(app)
  mountDevMailbox(app, folder, () => defaultSettings)
  onTestFinished(async () => {
    await app.close()
    await rm(parent, { recursive: true, force: true })
  })
})

let minute = 0
function write(subject: string, { html = '<p>Hello</p>', text = 'Hello\n' } = {}) {
  const mailer = createFolderTransport(folder, {
    from: { name: 'Board', address: 'board@example.org' },
    publicUrl,
  })
  minute += 1
  const created = new Date(Date.UTC(2026, 10, 20, 17, minute))
  return mailer.send({
    id: `mail-${minute}`,
    created,
    to: 'ann@example.org',
    replyTo: '',
    subject,
    html,
    text,
  })
}
const get = (url: string) => app.inject({ url })
const emailLinks = (body: string) =>
  [...body.matchAll(/href="(\/dev\/mailbox\/[^"]+)"/g)].map(([, link]) => link ?? '')

test('returns 404 if the site has no outbox folder to show', async () => {
  const site = await createTestApp()
  const { statusCode, body } = await site.app.http.inject('/dev/mailbox')
  expect(statusCode).toBe(404)
  expect(body).not.toContain('Mailbox')
})

test('says that an empty mailbox is empty', async () => {
  const { statusCode, body } = await get('/dev/mailbox')
  expect(statusCode).toBe(200)
  expect(body).toContain('No emails yet.')
})

test('lists the newest email first, with its subject, recipient, and date', async () => {
  await write('First')
  await write('Second')
  const { body, headers } = await get('/dev/mailbox')
  expect(body.indexOf('Second')).toBeLessThan(body.indexOf('First'))
  expect(body).toContain('ann@example.org')
  expect(body).toMatch(/November 20, 2026, 12:\d\d PM/)
  expect(headers['cache-control']).toBe('no-store')
})

test('shows an email as HTML in a sandboxed frame and as text with links', async () => {
  await write('Confirm', {
    html: '<p onclick="alert(1)">Hello</p><script>alert(1)</script>',
    text: 'Open http://localhost:3000/verify?token=a&b=c.\n<script>alert(1)</script>\n',
  })
  const [link = ''] = emailLinks((await get('/dev/mailbox')).body)
  const { body } = await get(link)
  expect(body).toMatch(
    /<iframe [^>]*sandbox="allow-top-navigation-by-user-activation" srcdoc="[^"<]*&lt;script/,
  )
  expect(body).toContain('<a href="http://localhost:3000/verify?token=a&amp;b=c">')
  expect(body).not.toContain('<script')
})

test('escapes the subject', async () => {
  await write('<img src=x onerror=alert(1)>')
  expect((await get('/dev/mailbox')).body).not.toContain('<img')
})

test.each(['nothing.eml', '..%2Fsecret', '..%2Fsecret.eml', '%2e%2e%2fsecret.eml', 'mail.eml.part'])(
  'opens nothing except emails: %s',
  async (name) => {
    await write('First')
    await writeFile(join(folder, '../secret.eml'), 'Subject: secret\n\nsecret')
    const { statusCode, body } = await get(`/dev/mailbox/${name}`)
    expect(statusCode).toBe(404)
    expect(body).not.toContain('Subject')
  },
)

test.each([
  ['another machine', { remoteAddress: '192.0.2.7' }],
  ['another machine in IPv6 notation', { remoteAddress: '::ffff:192.0.2.7' }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
  ['a proxy that sends Forwarded', { headers: { forwarded: 'for=192.0.2.7' } }],
  ['a page whose host name points to this machine', { headers: { host: 'evil.example:3000' } }],
])('G5 returns 404 to %s', async (_name, request) => {
  await write('First')
  const [link = ''] = emailLinks((await get('/dev/mailbox')).body)
  for (const url of ['/dev/mailbox', link]) {
    const { statusCode, body } = await app.inject({ url, ...request })
    expect(statusCode).toBe(404)
    expect(body).not.toContain('First')
  }
})

test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('opens on %s', async (remoteAddress) => {
  expect((await app.inject({ url: '/dev/mailbox', remoteAddress })).statusCode).toBe(200)
})
