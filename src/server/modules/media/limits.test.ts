import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { createPerson, signIn } from '../../../../test/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/app.ts'
import { goodPictures, roughPicture } from '../../../../test/support/pictures.ts'
import {
  createUploader,
  filesOf,
  pictureForm,
  rowsOf,
  type Uploader,
  upload,
} from '../../../../test/support/uploads.ts'

let site: TestApp
let picture: Buffer
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  picture = await goodPictures['small.jpg']()
})

const run = (query: ReturnType<typeof sql>) => query.execute(site.database.kysely)
const megabytes = 1024 * 1024

test('a visitor is refused, and so is whoever has an unverified address or an ended session', async () => {
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

test('somebody whose account has no profile yet is given one', async () => {
  const person = await createPerson(site.database, { profile: false })
  const cookie = await signIn(site, person.email)
  expect((await upload(site, pictureForm(picture), { cookie })).status).toBe(201)
  expect(await rowsOf(site, person)).toHaveLength(1)
})

test('an account may upload so many times in half an hour, whatever comes of it; another account is free', async () => {
  // Two of sixty.
  const limited = await createTestApp(site.database, { realSessions: true, rateLimit: 2 / 60 })
  const [person, other] = [await createUploader(site), await createUploader(site)]
  expect((await upload(limited, pictureForm(Buffer.from('x')), person)).status).toBe(400)
  expect((await upload(limited, pictureForm(picture), person)).status).toBe(201)
  const { status, body, headers } = await upload(limited, pictureForm(picture), person)
  expect([status, body.code]).toEqual([429, 'rate_limited'])
  expect(body.message).toMatch(/^Too many attempts\. Please try again in \d+ minutes\.$/)
  expect(Number(headers['retry-after'])).toBeGreaterThan(60)
  expect((await upload(limited, pictureForm(picture), other)).status).toBe(201)
})

test('an account may upload 300 MB within a day, and not one byte more', async () => {
  const limited = await createTestApp(site.database, { realSessions: true, rateLimit: 1 })
  const person = await createUploader(site)
  const sentBefore = async (bytes: number, ago: string) =>
    run(sql`insert into image (id, uploader_id, url, format, received, created)
      select gen_random_uuid(), id, gen_random_uuid(), 'webp', ${bytes}, now() - ${ago}::interval
      from profile where account_id = ${person.accountId}`)
  await sentBefore(300 * megabytes, '25 hours')
  await sentBefore(300 * megabytes - 2 * picture.length + 1, '20 hours')
  expect((await upload(limited, pictureForm(picture), person)).status).toBe(201)
  const { status, body, headers } = await upload(limited, pictureForm(picture), person)
  expect([status, body.code]).toEqual([429, 'rate_limited'])
  expect(body.message).toBe('You can upload up to 300 MB of pictures a day. Please try again in 4 hours.')
  expect(Number(headers['retry-after'])).toBeGreaterThan(3 * 3600)
  expect(await rowsOf(site, person)).toHaveLength(3)
  // What is full is full before anything is sent.
  await sentBefore(2 * picture.length, '1 hour')
  expect((await upload(limited, pictureForm(Buffer.from('no picture')), person)).status).toBe(429)
})

test('when too many pictures wait to be made ready, more are asked to come later', async () => {
  const busy = await createTestApp(site.database, {
    realSessions: true,
    pictures: { limits: { maxQueued: 2 } },
  })
  const person = await createUploader(site)
  const large = pictureForm(await sharp(picture).resize(3000, 3000).jpeg().toBuffer())
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(busy, large, person)))
  const [taken, refused] = [201, 503].map((wanted) => answers.filter(({ status }) => status === wanted))
  expect((taken?.length ?? 0) + (refused?.length ?? 0)).toBe(8)
  expect(taken?.length).toBeGreaterThanOrEqual(2)
  expect(refused?.length).toBeGreaterThanOrEqual(1)
  for (const { body, headers } of refused ?? []) {
    expect(body).toEqual({
      code: 'unavailable',
      message: expect.stringMatching(
        /^Many pictures .*again in a minute; everything else you entered is kept\.$/,
      ),
    })
    expect(headers['retry-after']).toBe('60')
  }
  expect(await rowsOf(site, person)).toHaveLength(taken?.length ?? 0)
})

/** Small to send, and some 200 MB once open: it cannot be decoded but whole. */
const hungry = () =>
  sharp({ create: { width: 5000, height: 5000, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer()

test('a picture that takes too much memory is refused alone, while others and the site go on', async () => {
  const limits = { maxMemoryBytes: 230 * megabytes }
  const small = await createTestApp(site.database, { realSessions: true, pictures: { limits } })
  const person = await createUploader(site)
  const form = pictureForm(await hungry())
  const sent: [Buffer | null, number][] = [
    [picture, 201],
    [null, 413],
    [picture, 201],
    [null, 413],
    [picture, 201],
  ]
  const answers = await Promise.all(
    sent.map(([content]) => upload(small, content ? pictureForm(content) : form, person)),
  )
  expect(answers.map(({ status }) => status)).toEqual(sent.map(([, status]) => status))
  expect(answers[1]?.body).toMatchObject({
    code: 'too_large',
    message:
      'This picture takes too much to open. Please save it as JPEG, up to 4000 pixels wide, and try again.',
  })
  expect((await small.app.http.inject('/healthz')).statusCode).toBe(200)
  expect(await filesOf(small)).toHaveLength(3 * 2)
  // With more room it is a picture like any other.
  expect((await upload(site, form, person)).status).toBe(201)
})

test.each([{ timeoutMs: 1 }, { maxCpuMs: 1 }])(
  'a picture that takes too long (%j) is refused, and nothing of it is left',
  async (limits) => {
    const hasty = await createTestApp(site.database, { realSessions: true, pictures: { limits } })
    const person = await createUploader(site)
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await upload(hasty, pictureForm(await roughPicture()), person)
      expect([status, body.code]).toEqual([413, 'too_large'])
    }
    expect(await filesOf(hasty)).toEqual([])
    expect(await rowsOf(hasty, person)).toEqual([])
  },
)

test('the process that decodes pictures ends when there are none, and comes back for the next', async () => {
  const quiet = await createTestApp(site.database, {
    realSessions: true,
    pictures: { limits: { idleMs: 0 } },
  })
  const person: Uploader = await createUploader(site)
  for (let n = 0; n < 3; n += 1) expect((await upload(quiet, pictureForm(picture), person)).status).toBe(201)
})
