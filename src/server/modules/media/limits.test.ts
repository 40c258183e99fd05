import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { signal, treeOf } from '../../../../test/faults/support/processes.ts'
import { createUser, signIn } from '../../../../test/support/data/accounts.ts'
import { goodPictures, noisyPicture } from '../../../../test/support/data/pictures.ts'
import {
  createUploader,
  filesOf,
  pictureForm,
  rowsOf,
  type Uploader,
  upload,
} from '../../../../test/support/data/uploads.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

let site: TestApp
let picture: Buffer
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  picture = await goodPictures['small.jpg']()
})

const run = (query: ReturnType<typeof sql>) => query.execute(site.database.kysely)
const megabytes = 1024 * 1024

test('rejects visitors, unverified accounts, and expired sessions', async () => {
  const [unverified, ended] = [await createUploader(site), await createUploader(site)]
  await run(sql`update account set email_verified = false where id = ${unverified.accountId}`)
  await run(sql`update account_session set expires = now() - interval '1 second'
    where account_id = ${ended.accountId}`)
  for (const cookie of ['', unverified.cookie, ended.cookie]) {
    const { status, body } = await upload(site, pictureForm(picture), { cookie })
    expect(status).toBe(401)
    expect(body).toEqual({ code: 'unauthenticated', message: 'Please sign in first.' })
  }
  expect(await filesOf(site)).toEqual([])
})

test('creates a profile for an account that has none', async () => {
  const person = await createUser(site.database, { profile: false })
  const cookie = await signIn(site, person.email)
  expect((await upload(site, pictureForm(picture), { cookie })).status).toBe(201)
  expect(await rowsOf(site, person)).toHaveLength(1)
})

test('limits uploads per account in half an hour, including failed ones', async () => {
  // Two of sixty.
  const limited = await createTestApp(site.database, { realSessions: true, rateLimit: 2 / 60 })
  const [person, other] = [await createUploader(site), await createUploader(site)]
  // Each from its own address, because this site also limits those to one request at a time.
  const send = (content: Buffer, sender: Uploader, n: number) =>
    upload(limited, pictureForm(content), { ...sender, from: `192.0.2.${n}` })
  expect((await send(Buffer.from('x'), person, 1)).status).toBe(415)
  expect((await send(picture, person, 2)).status).toBe(201)
  const { status, body, headers } = await send(picture, person, 3)
  expect([status, body.code]).toEqual([429, 'rate_limited'])
  expect(body.message).toMatch(/^Too many attempts\. Please try again in \d+ minutes\.$/)
  expect(Number(headers['retry-after'])).toBeGreaterThan(60)
  expect((await send(picture, other, 4)).status).toBe(201)
})

test('limits uploads to 300 MB per account and day', async () => {
  const limited = await createTestApp(site.database, { realSessions: true, rateLimit: 1 })
  const person = await createUploader(site)
  const addEarlierUpload = async (bytes: number, ago: string) =>
    run(sql`insert into image (id, uploader_id, url, format, received, created)
      select gen_random_uuid(), id, gen_random_uuid(), 'webp', ${bytes}, now() - ${ago}::interval
      from profile where account_id = ${person.accountId}`)
  await addEarlierUpload(300 * megabytes, '25 hours')
  await addEarlierUpload(300 * megabytes - 2 * picture.length + 1, '20 hours')
  expect((await upload(limited, pictureForm(picture), person)).status).toBe(201)
  const { status, body, headers } = await upload(limited, pictureForm(picture), person)
  expect([status, body.code]).toEqual([429, 'rate_limited'])
  expect(body.message).toBe('You can upload up to 300 MB of photos a day. Please try again in 4 hours.')
  expect(Number(headers['retry-after'])).toBeGreaterThan(3 * 3600)
  expect(await rowsOf(site, person)).toHaveLength(3)
  // An exhausted quota is enforced before the body is read.
  await addEarlierUpload(2 * picture.length, '1 hour')
  expect((await upload(limited, pictureForm(Buffer.from('not a picture')), person)).status).toBe(429)
})

test('returns 503 when too many pictures are queued', async () => {
  const busy = await createTestApp(site.database, {
    realSessions: true,
    pictures: { limits: { maxQueued: 2 } },
  })
  const person = await createUploader(site)
  const large = pictureForm(await sharp(picture).resize(3000, 3000).jpeg().toBuffer())
  const responses = await Promise.all(Array.from({ length: 8 }, () => upload(busy, large, person)))
  const [accepted, rejected] = [201, 503].map((expected) =>
    responses.filter(({ status }) => status === expected),
  )
  expect((accepted?.length ?? 0) + (rejected?.length ?? 0)).toBe(8)
  expect(accepted?.length).toBeGreaterThanOrEqual(2)
  expect(rejected?.length).toBeGreaterThanOrEqual(1)
  for (const { body, headers } of rejected ?? []) {
    expect(body).toEqual({
      code: 'unavailable',
      message: expect.stringMatching(
        /^We’re processing a lot of photos .*again in a minute\. Everything else you entered is saved\.$/,
      ),
    })
    expect(headers['retry-after']).toBe('60')
  }
  expect(await rowsOf(site, person)).toHaveLength(accepted?.length ?? 0)
})

/** Small to send, and about 200 MB once decoded: an interlaced picture must be decoded as a whole. */
const memoryHungry = () =>
  sharp({ create: { width: 5000, height: 5000, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer()

test('rejects only the picture that takes too much memory', async () => {
  const limits = { maxMemoryBytes: 230 * megabytes }
  const small = await createTestApp(site.database, { realSessions: true, pictures: { limits } })
  const person = await createUploader(site)
  const form = pictureForm(await memoryHungry())
  const uploads: [Buffer | null, number][] = [
    [picture, 201],
    [null, 413],
    [picture, 201],
  ]
  const responses = await Promise.all(
    uploads.map(([content]) => upload(small, content ? pictureForm(content) : form, person)),
  )
  expect(responses.map(({ status }) => status)).toEqual(uploads.map(([, status]) => status))
  expect(responses[1]?.body).toMatchObject({
    code: 'too_large',
    message:
      'This photo is too complex to process. Please save it as JPEG, up to 4000 pixels wide, and try again.',
  })
  expect((await small.app.http.inject('/healthz')).statusCode).toBe(200)
  expect(await filesOf(small)).toHaveLength(2 * 2)
})

test('accepts a picture that takes much memory', { tags: ['slow'] }, async () => {
  const form = pictureForm(await memoryHungry())
  expect((await upload(site, form, await createUploader(site))).status).toBe(201)
})

test.each([
  { limits: { maxCpuMs: 1 }, fault: 'the picture', expected: [413, 'too_large', undefined] },
  { limits: { timeoutMs: 1 }, fault: 'the machine', expected: [503, 'unavailable', '60'] },
])(
  'when decoding takes too long, $fault is at fault ($limits), and nothing is left behind',
  async ({ limits, expected }) => {
    const hasty = await createTestApp(site.database, { realSessions: true, pictures: { limits } })
    const person = await createUploader(site)
    for (let n = 0; n < 2; n += 1) {
      const { status, body, headers } = await upload(hasty, pictureForm(await noisyPicture()), person)
      expect([status, body.code, headers['retry-after']]).toEqual(expected)
    }
    expect(await filesOf(hasty)).toEqual([])
    expect(await rowsOf(hasty, person)).toEqual([])
  },
)

test.runIf(process.platform === 'linux')(
  'accepts a picture again that a machine without processor time could not decode',
  { tags: ['slow'] },
  async () => {
    const starved = await createTestApp(site.database, {
      realSessions: true,
      pictures: { limits: { timeoutMs: 10_000 } },
    })
    const person = await createUploader(site)
    const before = new Set(await treeOf(process.pid))
    expect((await upload(starved, pictureForm(picture), person)).status).toBe(201)
    const decoder = (await treeOf(process.pid)).filter((pid) => !before.has(pid))
    expect(decoder).toHaveLength(1)
    // A stopped process gets no processor time at all.
    signal(decoder, 'SIGSTOP')
    const { status, headers } = await upload(starved, pictureForm(picture), person)
    expect([status, headers['retry-after']]).toEqual([503, '60'])
    expect((await upload(starved, pictureForm(picture), person)).status).toBe(201)
  },
)

test('ends the idle worker process and starts a new one for the next picture', async () => {
  const quiet = await createTestApp(site.database, {
    realSessions: true,
    pictures: { limits: { idleMs: 0 } },
  })
  const person: Uploader = await createUploader(site)
  for (let n = 0; n < 3; n += 1) expect((await upload(quiet, pictureForm(picture), person)).status).toBe(201)
})
