import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setInterval } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../test/support/checks/emails.ts'
import { ownOrigin } from '../../../../test/support/data/accounts.ts'
import { goodPictures, pngBomb } from '../../../../test/support/data/pictures.ts'
import {
  createUploader,
  type Form,
  filesOf,
  formOf,
  pictureForm,
  type Uploader,
} from '../../../../test/support/data/uploads.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { maxPicture } from '../../../shared/limits.ts'

const origin = ownOrigin
/** How long the site waits for a stalled body in these tests. */
const bodyTimeoutMs = 600

let site: TestApp
let person: Uploader
let port: number
let picture: Buffer
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true, bodyTimeoutMs })
  person = await createUploader(site)
  port = Number(new URL(await site.app.http.listen({ port: 0, host: '127.0.0.1' })).port)
  picture = await goodPictures['small.jpg']()
})

const unfinished = async () => (await filesOf(site)).filter((file) => file.startsWith('unfinished'))

/** Opens a connection and sends the head of a request. */
async function startRequest(path: string, headers: Record<string, string | number>): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`)
  return socket
}

/** Reads until the server closes the connection. */
const readAll = async (socket: Socket) => Buffer.concat(await socket.toArray()).toString()

/** Sends a form and then another request on the same connection. Returns both statuses. */
async function sendTwoRequests({ payload, headers }: Form, cookie: string): Promise<string[]> {
  const length = { 'content-length': payload.length }
  const socket = await startRequest('/api/images', {
    ...headers,
    ...length,
    ...(cookie && { cookie, origin }),
  })
  const responses = readAll(socket)
  socket.write(payload)
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  return (await responses).match(/(?<=HTTP\/1\.1 )\d+/g) ?? []
}

describe('D8 serves the next request on the connection after:', () => {
  const large = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(maxPicture.bytes)])
  const file = (content: Buffer) => ({ name: 'file', content, fileName: 'a.jpg', type: 'image/jpeg' })
  const cases: Record<string, [status: number, form: () => Promise<Form> | Form]> = {
    'an accepted upload': [201, () => pictureForm(picture)],
    'a large file that is not a picture': [415, () => pictureForm(Buffer.alloc(5_000_000, 'x'))],
    'a truncated picture': [422, () => pictureForm(picture.subarray(0, 500))],
    'a decompression bomb': [413, async () => pictureForm(await pngBomb(16_000))],
    'a picture one byte too large': [413, () => pictureForm(large.subarray(0, maxPicture.bytes + 1))],
    'a picture five megabytes too large': [
      413,
      () => pictureForm(Buffer.concat([large, Buffer.alloc(5_000_000)])),
    ],
    'a second file': [413, () => formOf([file(picture), file(Buffer.alloc(3_000_000))])],
    'another folder': [400, () => formOf([{ name: 'folder', content: 'x' }, file(Buffer.alloc(3_000_000))])],
    'thousands of fields': [
      413,
      () => formOf(Array.from({ length: 5000 }, (_, n) => ({ name: `f${n}`, content: 'x'.repeat(200) }))),
    ],
    'a file in another field': [400, () => formOf([{ ...file(Buffer.alloc(3_000_000)), name: 'other' }])],
    'a body that is not a form': [
      415,
      () => ({ ...formOf([]), payload: Buffer.alloc(3_000_000), headers: {} }),
    ],
    JSON: [415, () => ({ payload: Buffer.from('{}'), headers: { 'content-type': 'application/json' } })],
  }
  test.each(Object.entries(cases))('%s', async (_what, [status, form]) => {
    expect(await sendTwoRequests(await form(), person.cookie)).toEqual([String(status), '200'])
    expect(await unfinished()).toEqual([])
  })

  test.each(['', 'corkboard.session_token=forged'])('an upload of a visitor (%j)', async (cookie) => {
    expect(await sendTwoRequests(pictureForm(Buffer.alloc(5_000_000)), cookie)).toEqual(['401', '200'])
  })
})

test('rejects a visitor before a 50 MB body is sent', async () => {
  const socket = await startRequest('/api/images', {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 50 * 1024 * 1024,
  })
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(response.toString()).toMatch(/^HTTP\/1\.1 401 /)
  expect(response.toString()).toContain('"code":"unauthenticated"')
})

test('rejects a declared length over 15 MB before the body is sent', async () => {
  const socket = await startRequest('/api/images', {
    cookie: person.cookie,
    origin,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 50 * 1024 * 1024,
  })
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(response.toString()).toMatch(/^HTTP\/1\.1 413 /)
})

test('D8 ends a stalled upload with 408, and leaves nothing behind', async () => {
  const { payload, headers } = pictureForm(picture)
  const socket = await startRequest('/api/images', { ...headers, cookie: person.cookie, origin })
  socket.write(payload.subarray(0, payload.length - 100))
  await waitFor('the file', async () => ((await unfinished()).length > 0 ? true : undefined))
  const response = await readAll(socket)
  expect(response).toMatch(/^HTTP\/1\.1 408 /)
  expect(response).toMatch(/\r\nconnection: close\r\n/i)
  expect(response).toMatch(/"message":"The request took too long\. Please [^"]+\."/)
  expect(await unfinished()).toEqual([])
})

test('accepts a slow upload as long as it makes progress', async () => {
  const { payload, headers } = pictureForm(picture)
  const socket = await startRequest('/api/images', {
    ...headers,
    cookie: person.cookie,
    origin,
    connection: 'close',
  })
  const response = readAll(socket)
  const step = Math.ceil(payload.length / 10)
  let sent = 0
  for await (const _tick of setInterval(bodyTimeoutMs / 4)) {
    socket.write(payload.subarray(sent, sent + step))
    sent += step
    if (sent >= payload.length) break
  }
  expect(await response).toMatch(/^HTTP\/1\.1 201 /)
})

test('limits the total time of any other body, however steadily it arrives', async () => {
  const body = JSON.stringify({ email: 'someone@example.com', password: 'x'.repeat(100) })
  const socket = await startRequest('/api/auth/sign-in/email', {
    'content-type': 'application/json',
    'content-length': body.length,
  })
  const response = readAll(socket)
  const dripping = new AbortController()
  const drip = async () => {
    let sent = 0
    for await (const _tick of setInterval(bodyTimeoutMs / 10, undefined, { signal: dripping.signal })) {
      socket.write(body.slice(sent, sent + 1))
      sent += 1
    }
  }
  const dripped = drip().catch(() => {})
  expect(await response).toMatch(/^HTTP\/1\.1 408 /)
  dripping.abort()
  await dripped
})

test('closes the connection of a body that nobody reads', async () => {
  const socket = await startRequest('/no/such/page', { 'content-type': 'text/plain', 'content-length': 1000 })
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 4/)
})

describe('leaves nothing behind when the client disconnects', () => {
  test.each([0, 0.5, 0.99])('after %d of the upload', async (part) => {
    const { payload, headers } = pictureForm(picture)
    const socket = await startRequest('/api/images', { ...headers, cookie: person.cookie, origin })
    const before = await filesOf(site)
    if (part > 0) {
      socket.write(payload.subarray(0, payload.length * part))
      await waitFor('the file', async () => ((await unfinished()).length > 0 ? true : undefined))
    }
    socket.destroy()
    await waitFor('its removal', async () => ((await unfinished()).length === 0 ? true : undefined))
    expect(await filesOf(site)).toEqual(before)
    const { rows } = await sql<{ id: string }>`select id from image where stored is null`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([])
  })
})
