import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readOutbox, waitForOutboxEmail } from '../../../../test/support/checks/emails.ts'
import { startMailServer } from '../../../../test/support/site/mail-server.ts'
import { createFolderTransport, createSmtpTransport, EmailRejectedError } from './transport.ts'

const sender = {
  from: { name: 'Board, the "best"', address: 'board@example.org' },
  publicUrl: 'https://board.example.org',
}
const message = {
  id: '0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b',
  created: new Date('2026-11-20T17:00:00Z'),
  to: 'ann@example.org',
  replyTo: '',
  subject: 'Grüße',
  html: '<p>Grüße</p>',
  text: 'Grüße: https://board.example.org/verify?token=t\n',
}

let dataDir: string
let folder: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'corkboard-outbox-'))
  folder = join(dataDir, 'outbox')
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
})

async function startServer() {
  const server = await startMailServer()
  const mailer = createSmtpTransport(server.url, sender)
  onTestFinished(async () => {
    mailer.close()
    await server.close()
  })
  return { server, mailer }
}

test('writes emails to files that only this user may read', async () => {
  // The folder may already exist and be readable by everyone.
  await mkdir(folder, { mode: 0o755 })
  const mailer = createFolderTransport(folder, sender)
  await mailer.send(message)
  const files = await readdir(folder)
  expect(files).toEqual(['2026-11-20T17-00-00-000Z-0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b.eml'])
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, files[0] ?? ''))).mode & 0o777).toBe(0o600)
  expect(await waitForOutboxEmail(dataDir, 'ann@example.org')).toMatchObject({
    subject: 'Grüße',
    links: ['https://board.example.org/verify?token=t'],
  })
})

test('names files in the order of the emails, and writes the same email to one file', async () => {
  const mailer = createFolderTransport(folder, sender)
  const later = {
    ...message,
    id: '0193e0a4-0000-7def-8a1b-2c3d4e5f6a7b',
    created: new Date('2026-11-20T17:00:01Z'),
    subject: 'Later',
  }
  for (const each of [later, message, later]) await mailer.send(each)
  expect((await readOutbox(folder)).map(({ subject }) => subject)).toEqual(['Grüße', 'Later'])
})

test.each(['smtp', 'folder'])('sends an email over %s with its sender, date, and id', async (kind) => {
  const { server, mailer } = await startServer()
  await (kind === 'smtp' ? mailer : createFolderTransport(folder, sender)).send(message)
  const [received] = kind === 'smtp' ? server.received.map(({ email }) => email) : await readOutbox(folder)
  expect(received).toMatchObject({
    from: sender.from,
    to: [{ name: '', address: 'ann@example.org' }],
    date: '2026-11-20T17:00:00.000Z',
    messageId: '<0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b@board.example.org>',
    subject: 'Grüße',
  })
  for (const header of [
    { key: 'auto-submitted', value: 'auto-generated' },
    { key: 'x-auto-response-suppress', value: 'All' },
  ])
    expect(received?.headers).toContainEqual(expect.objectContaining(header))
})

test.each([
  [550, EmailRejectedError],
  [450, Error],
])('throws the right error when the server replies with %i', async (status, kind) => {
  const { server, mailer } = await startServer()
  server.reject('ann@example.org', status)
  const error = await mailer.send(message).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(kind)
  expect(error instanceof EmailRejectedError).toBe(status === 550)
})

test('treats an unreachable server as a temporary failure', async () => {
  const { server, mailer } = await startServer()
  await server.down()
  const error = await mailer.send(message).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(EmailRejectedError)
})

test.each(['to', 'replyTo'])('rejects a list of addresses in %s', async (field) => {
  const { server, mailer } = await startServer()
  const sent = mailer.send({ ...message, [field]: 'a@example.org, victim@evil.example' })
  await expect(sent).rejects.toThrow(EmailRejectedError)
  expect(server.received).toEqual([])
})
