import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../bench/seeded-random.ts'
import { badPictures, goodPictures, tinyPictures } from '../../../../test/support/data/pictures.ts'
import {
  createUploader,
  type Form,
  filesOf,
  formOf,
  pictureForm,
  rowsOf,
  type Uploader,
  upload,
} from '../../../../test/support/data/uploads.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { maxPicture } from '../../../shared/limits.ts'

let site: TestApp
let person: Uploader
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})
beforeEach(async () => {
  person = await createUploader(site)
})

/** Uploads a form that is rejected, and asserts that it leaves nothing behind. */
async function uploadRejected(form: Form): Promise<{ status: number; code: string; message: string }> {
  const before = await filesOf(site)
  const { status, body, headers } = await upload(site, form, person)
  expect(headers['cache-control']).toBe('no-store')
  expect(await filesOf(site)).toEqual(before)
  expect(await rowsOf(site, person)).toEqual([])
  return { status, code: body.code, message: body.message }
}

test.each(Object.entries(badPictures))(
  'rejects %s with a message that says why',
  async (name, [expected, make]) => {
    const { status, code, message } = await uploadRejected(pictureForm(await make(), name))
    expect([
      [413, 'too_large'],
      [415, 'invalid'],
      [422, 'invalid'],
    ]).toContainEqual([status, code])
    expect(message).toMatch(expected)
    // What happened, and what to do next.
    expect(message).toMatch(/^[A-Z].*\. .*[a-z]\.$/)
  },
)

test('rejects a decompression bomb quickly, by its header alone', { tags: ['timed'] }, async () => {
  const form = pictureForm(await badPictures['bomb.png'][1]())
  // The first upload starts the worker process.
  await uploadRejected(form)
  const started = performance.now()
  for (let n = 0; n < 5; n += 1) await uploadRejected(form)
  expect((performance.now() - started) / 5).toBeLessThan(300)
})

test('accepts a picture of the maximum size, and rejects one more byte', async () => {
  const picture = await goodPictures['small.jpg']()
  const filledTo = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
  const { status, message } = await uploadRejected(pictureForm(filledTo(maxPicture.bytes + 1)))
  expect(status).toBe(413)
  expect(message).toContain('15 MB')
  expect((await upload(site, pictureForm(filledTo(maxPicture.bytes)), person)).status).toBe(201)
})

describe('D8 a malformed form', () => {
  const picture = { name: 'file', content: Buffer.alloc(0), fileName: 'a.jpg', type: 'image/jpeg' }
  beforeAll(async () => {
    picture.content = await goodPictures['small.jpg']()
  })
  const withHeader = (form: Form, type: string): Form => ({
    ...form,
    headers: { ...form.headers, 'content-type': type },
  })
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `f${n}`, content: 'x' }))

  const forms: Record<string, [status: number, message: RegExp, form: () => Form]> = {
    'without a file': [400, /"file"/, () => formOf([{ name: 'folder', content: 'ads' }])],
    'that is empty': [400, /"file"/, () => formOf([])],
    'with its file in another field': [400, /"file"/, () => formOf([{ ...picture, name: 'upload' }])],
    'with text instead of a file': [400, /"file"/, () => formOf([{ name: 'file', content: 'picture' }])],
    'with two files': [413, /one photo at a time/, () => formOf([picture, picture])],
    'with eleven files': [413, /one photo at a time/, () => formOf(Array(11).fill(picture))],
    'with 10,000 fields before its file': [413, /too many fields/, () => formOf([...many(10_000), picture])],
    'with 10,000 fields after its file': [413, /too many fields/, () => formOf([picture, ...many(10_000)])],
    'for another folder, named before the file': [
      400,
      /folder "ads"/,
      () => formOf([{ name: 'folder', content: '../etc' }, picture]),
    ],
    'for another folder, named after the file': [
      400,
      /folder "ads"/,
      () => formOf([picture, { name: 'folder', content: 'avatars' }]),
    ],
    'with a field named __proto__': [
      400,
      /couldn’t read/,
      () => formOf([{ name: '__proto__', content: 'x' }, picture]),
    ],
    'without a boundary': [400, /couldn’t read/, () => withHeader(formOf([picture]), 'multipart/form-data')],
    'with the wrong boundary': [
      400,
      /couldn’t read/,
      () => withHeader(formOf([picture]), 'multipart/form-data; boundary=other'),
    ],
    'cut off in the middle of its file': [
      400,
      /couldn’t read|interrupted/,
      () => {
        const { payload, headers } = formOf([picture])
        const part = payload.subarray(0, payload.length - 200)
        return { payload: part, headers: { ...headers, 'content-length': String(part.length) } }
      },
    ],
    'sent as JSON': [
      415,
      /"file"/,
      () => withHeader({ ...formOf([]), payload: Buffer.from('{"file":"x"}') }, 'application/json'),
    ],
    'sent as a bare picture': [
      415,
      /"file"/,
      () => withHeader({ ...formOf([]), payload: picture.content }, 'image/jpeg'),
    ],
  }

  test.each(Object.entries(forms))('%s is rejected', async (_what, [status, message, form]) => {
    const sent = form()
    sent.headers['content-length'] = String(sent.payload.length)
    expect(await uploadRejected(sent)).toEqual({
      status,
      code: status === 413 ? 'too_large' : 'invalid',
      message: expect.stringMatching(message),
    })
  })
})

/** Uploads so many pictures with flipped bits: each is accepted or rejected, and a rejected one leaves no file. */
async function uploadDamaged(count: number) {
  const random = seededRandom(4)
  const originals = await tinyPictures()
  const statuses = new Map<number, number>()
  for (let n = 0; n < count; n += 1) {
    const damaged = Buffer.from(random.pick(originals))
    for (let flips = 1 + random.below(8); flips > 0; flips -= 1) {
      const at = random.below(damaged.length)
      damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << random.below(8)), at)
    }
    const { status, body } = await upload(site, pictureForm(damaged), person)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status !== 201) expect(body.message).toMatch(/damaged|Only JPEG|HEIC|megapixels|too complex/)
  }
  expect([...statuses.keys()].every((status) => [201, 413, 415, 422].includes(status))).toBe(true)
  expect(statuses.get(422)).toBeGreaterThan(count / 10)
  expect((await filesOf(site)).filter((file) => file.startsWith('unfinished'))).toEqual([])
  expect((await upload(site, pictureForm(await goodPictures['small.jpg']()), person)).status).toBe(201)
}

test('D10 accepts or rejects pictures with flipped bits', () => uploadDamaged(20))
test('D10 accepts or rejects 500 pictures with flipped bits', { tags: ['slow'] }, () => uploadDamaged(500))
