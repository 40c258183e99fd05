import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setInterval } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/support/app.ts'
import { waitFor } from '../../../../test/support/emails.ts'
import { goodPictures, pngBomb } from '../../../../test/support/pictures.ts'
import {
  createUploader,
  type Form,
  filesOf,
  formOf,
  pictureForm,
  type Uploader,
} from '../../../../test/support/uploads.ts'
import { maxPicture } from '../../../shared/limits.ts'

/** How long the site waits for what does not come, here. */
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

/** A connection on which a request has been begun. */
async function begin(path: string, headers: Record<string, string | number>): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`)
  return socket
}

/** All that comes until the server closes the connection. */
const restOf = async (socket: Socket) => Buffer.concat(await socket.toArray()).toString()

/** Sends a form, and then asks for something else on the same connection. Answers the statuses of both. */
async function sendAndAsk({ payload, headers }: Form, cookie: string): Promise<string[]> {
  const length = { 'content-length': payload.length }
  const socket = await begin('/api/images', { ...headers, ...length, ...(cookie && { cookie }) })
  const answers = restOf(socket)
  socket.write(payload)
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  return (await answers).match(/(?<=HTTP\/1\.1 )\d+/g) ?? []
}

describe('after an upload that is refused the next request on its connection is answered:', () => {
  const large = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(maxPicture.bytes)])
  const file = (content: Buffer) => ({ name: 'file', content, fileName: 'a.jpg', type: 'image/jpeg' })
  const cases: Record<string, [status: number, form: () => Promise<Form> | Form]> = {
    'one that is taken': [201, () => pictureForm(picture)],
    'something else than a picture, and much of it': [400, () => pictureForm(Buffer.alloc(5_000_000, 'x'))],
    'a picture that is cut off': [400, () => pictureForm(picture.subarray(0, 500))],
    'a bomb': [413, async () => pictureForm(await pngBomb(16_000))],
    'one byte too much': [413, () => pictureForm(large.subarray(0, maxPicture.bytes + 1))],
    'five megabytes too much': [413, () => pictureForm(Buffer.concat([large, Buffer.alloc(5_000_000)]))],
    'a second file': [413, () => formOf([file(picture), file(Buffer.alloc(3_000_000))])],
    'another folder': [400, () => formOf([{ name: 'folder', content: 'x' }, file(Buffer.alloc(3_000_000))])],
    'thousands of fields': [
      413,
      () => formOf(Array.from({ length: 5000 }, (_, n) => ({ name: `f${n}`, content: 'x'.repeat(200) }))),
    ],
    'another field with a file': [400, () => formOf([{ ...file(Buffer.alloc(3_000_000)), name: 'other' }])],
    'no form': [400, () => ({ ...formOf([]), payload: Buffer.alloc(3_000_000), headers: {} })],
    JSON: [400, () => ({ payload: Buffer.from('{}'), headers: { 'content-type': 'application/json' } })],
  }
  test.each(Object.entries(cases))('%s', async (_what, [status, form]) => {
    expect(await sendAndAsk(await form(), person.cookie)).toEqual([String(status), '200'])
    expect(await unfinished()).toEqual([])
  })

  test.each(['', 'corkboard.session_token=forged'])('that of a visitor (%j)', async (cookie) => {
    expect(await sendAndAsk(pictureForm(Buffer.alloc(5_000_000)), cookie)).toEqual(['401', '200'])
  })
})

test('a visitor is refused before anything of 50 MB is sent', async () => {
  const socket = await begin('/api/images', {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 50 * 1024 * 1024,
  })
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /)
  expect(answer.toString()).toContain('"code":"unauthenticated"')
})

test('whoever says that more than 15 MB will come is refused before it does', async () => {
  const socket = await begin('/api/images', {
    cookie: person.cookie,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 50 * 1024 * 1024,
  })
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
})

test('an upload that stalls is given up on with 408, and leaves nothing', async () => {
  const { payload, headers } = pictureForm(picture)
  const socket = await begin('/api/images', { ...headers, cookie: person.cookie })
  socket.write(payload.subarray(0, payload.length - 100))
  await waitFor('the file', async () => ((await unfinished()).length > 0 ? true : undefined))
  const answer = await restOf(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer).toMatch(/"message":"The request took too long\. Please [^"]+\."/)
  expect(await unfinished()).toEqual([])
})

test('an upload that is slow but goes on is taken, however long it is on its way', async () => {
  const { payload, headers } = pictureForm(picture)
  const socket = await begin('/api/images', { ...headers, cookie: person.cookie, connection: 'close' })
  const answer = restOf(socket)
  const step = Math.ceil(payload.length / 10)
  let sent = 0
  for await (const _tick of setInterval(bodyTimeoutMs / 4)) {
    socket.write(payload.subarray(sent, sent + step))
    sent += step
    if (sent >= payload.length) break
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 201 /)
})

test('any other body must come whole in its time, however steadily it drips', async () => {
  const body = JSON.stringify({ email: 'somebody@example.com', password: 'x'.repeat(100) })
  const socket = await begin('/api/auth/sign-in/email', {
    'content-type': 'application/json',
    'content-length': body.length,
  })
  const answer = restOf(socket)
  const dripping = new AbortController()
  const drip = async () => {
    let sent = 0
    for await (const _tick of setInterval(bodyTimeoutMs / 10, undefined, { signal: dripping.signal })) {
      socket.write(body.slice(sent, sent + 1))
      sent += 1
    }
  }
  const dripped = drip().catch(() => {})
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
  dripping.abort()
  await dripped
})

test('a body that nobody reads does not keep its connection', async () => {
  const socket = await begin('/no/such/page', { 'content-type': 'text/plain', 'content-length': 1000 })
  expect(await restOf(socket)).toMatch(/^HTTP\/1\.1 4/)
})

describe('an upload whose sender is gone leaves nothing', () => {
  test.each([0, 0.5, 0.99])('after %d of it', async (part) => {
    const { payload, headers } = pictureForm(picture)
    const socket = await begin('/api/images', { ...headers, cookie: person.cookie })
    const before = await filesOf(site)
    if (part > 0) {
      socket.write(payload.subarray(0, payload.length * part))
      await waitFor('the file', async () => ((await unfinished()).length > 0 ? true : undefined))
    }
    socket.destroy()
    await waitFor('its end', async () => ((await unfinished()).length === 0 ? true : undefined))
    expect(await filesOf(site)).toEqual(before)
    const { rows } = await sql<{ id: string }>`select id from image where stored is null`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([])
  })
})
