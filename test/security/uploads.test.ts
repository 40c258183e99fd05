/** Pictures: what is accepted, what is stored and served of it, and what an upload may cost. */
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Picture } from '../../src/shared/contract/uploads.ts'
import { badPictures, goodPictures, pngBomb } from '../support/data/pictures.ts'
import { postOf } from '../support/data/posts.ts'
import { formOf, pictureForm } from '../support/data/uploads.ts'
import { type Cast, createCast } from './actors.ts'
import { type Answer, type Browser, publicUrl } from './browser.ts'
import { startProductionSite } from './site.ts'

const site = await startProductionSite()

let cast: Cast
beforeAll(async () => {
  cast = await createCast(site)
})

const upload = (content: Buffer, browser: Browser = cast.sellerA.browser): Promise<Answer> => {
  const { payload, headers } = pictureForm(content)
  return browser.send('POST', '/api/images', { body: payload, headers })
}

/** Returns the served files of an accepted picture: both formats of its largest size. */
async function filesServed(answer: Answer): Promise<Buffer[]> {
  expect(answer.status, answer.text).toBe(201)
  const url = answer.json<Picture>().secure_url
  return Promise.all(
    [url, url.replace('.webp', '.avif')].map(async (path) => (await cast.visitor.get(path)).content),
  )
}

/** The picture files in the data folder, and the unfinished ones. */
async function storedFiles(folder = join(site.folder, 'pictures')): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name))
}

/** The memory of the server's process, in bytes. */
async function serverMemory(): Promise<number> {
  const pid = /"pid":(\d+)/.exec(site.log())?.[1] ?? ''
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

describe('D1 a picture of 50,000 × 50,000 pixels', () => {
  test('D1 is rejected by its header, without decoding it', { tags: ['timed'] }, async () => {
    const bomb = await pngBomb(50_000)
    // It would take 300 MB in the most compact form, and 7.5 GB as colors.
    expect(bomb.length).toBeLessThan(2_000_000)
    // The first upload starts the process that decodes.
    await upload(await goodPictures['small.jpg']())
    const before = await serverMemory()
    const attempts: Answer[] = []
    for (let n = 0; n < 5; n += 1) attempts.push(await upload(bomb))
    for (const { status } of attempts) expect(status).toBe(413)
    // The machine that runs the tests may be busy: the fastest attempt counts.
    expect(Math.min(...attempts.map(({ ms }) => ms))).toBeLessThan(100)
    expect((await serverMemory()) - before).toBeLessThan(20 * 1024 * 1024)
  })
})

test('D2 a picture of 256 megapixels, which the decoder would accept, is rejected by our limit', async () => {
  const { status, json } = await upload(await pngBomb(16_000))
  expect([status, json().message]).toEqual([413, expect.stringContaining('50 megapixels')])
})

/** A PNG with an animation of two frames. */
async function animatedPng(): Promise<Buffer> {
  const still = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#d02020' } })
    .png()
    .toBuffer()
  // The chunk that declares an animation follows the header. Its checksum is not checked for chunks unknown to a decoder.
  const control = Buffer.from('000000086163544c000000020000000000000000', 'hex')
  return Buffer.concat([still.subarray(0, 33), control, still.subarray(33)])
}

test('D3 of an animation with 10,000 frames, only the first is decoded and stored', async () => {
  for (const content of [
    await goodPictures['ten-thousand-frames.gif'](),
    await goodPictures['animated.webp'](),
  ]) {
    for (const file of await filesServed(await upload(content)))
      expect((await sharp(file).metadata()).pages ?? 1).toBe(1)
  }
  const answer = await upload(await animatedPng())
  expect([201, 422]).toContain(answer.status)
})

test('D5 a photo that a phone stored on its side is upright', async () => {
  for (const file of await filesServed(await upload(await goodPictures['phone.jpg']()))) {
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([600, 900])
    const redMinusBlue = (y: number) => {
      const at = (y * info.width + 300) * info.channels
      return (data[at] ?? 0) - (data[at + 2] ?? 0)
    }
    expect(redMinusBlue(100)).toBeGreaterThan(80)
    expect(redMinusBlue(800)).toBeLessThan(-80)
  }
})

test.each([
  ['script.svg', 415],
  ['svg-named.png', 415],
  ['compressed.svgz', 415],
  ['html-named.jpg', 415],
  ['document.pdf', 415],
  ['picture.tiff', 415],
  ['icon.ico', 415],
  ['text.jpg', 415],
  ['iphone.heic', 415],
  ['empty.jpg', 422],
  ['cut-off.jpg', 422],
] as const)('D6 %s is rejected with %i and a sentence that says what to do', async (name, expected) => {
  const [message, create] = badPictures[name]
  const { status, json } = await upload(await create())
  expect(status).toBe(expected)
  expect(json().message).toMatch(message)
  expect(json().message).toMatch(/\. Please /)
})

test('D7 what follows or hides in a picture is not served: pages, archives, and programs', async () => {
  const picture = await goodPictures['small.jpg']()
  const png = await sharp(picture)
    .png()
    .withExif({ IFD0: { Copyright: '<?php system($_GET[0]); ?>' } })
    .toBuffer()
  const polyglots = [
    Buffer.concat([picture, Buffer.from('<html><script>alert(1)</script>')]),
    Buffer.concat([picture, Buffer.from('PK\u0003\u0004evil.txt-payload')]),
    Buffer.concat([png, Buffer.from('<?php system($_GET[0]); ?>')]),
  ]
  for (const polyglot of polyglots) {
    for (const file of await filesServed(await upload(polyglot)))
      for (const trace of ['<script', '<html', 'evil.txt', '<?php']) expect(file.includes(trace)).toBe(false)
  }
})

test('D12 a served picture has its exact type and may do nothing when opened', async () => {
  const url = (await upload(await goodPictures['picture.webp']())).json<Picture>().secure_url
  for (const [path, type] of [
    [url, 'image/webp'],
    [url.replace('.webp', '.avif'), 'image/avif'],
  ] as const) {
    const { status, headers, setCookies } = await cast.sellerA.browser.get(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': expect.stringMatching(/^public, max-age=31536000\b.*\bimmutable$/),
    })
    expect(setCookies).toEqual([])
    // Caches that many people share must soon learn that an ad was hidden.
    const [, shared] = /s-maxage=(\d+)/.exec(headers['cache-control'] ?? '') ?? []
    expect(Number(shared)).toBeLessThanOrEqual(300)
  }
})

describe('D13 an upload', () => {
  /** Sends the head of a 50 MB upload and no body. Returns the status of the response. */
  async function statusBeforeBody(cookies: Map<string, string>): Promise<number> {
    const outgoing = request({
      host: '127.0.0.1',
      port: site.port,
      path: '/api/images',
      method: 'POST',
      headers: {
        host: new URL(publicUrl).host,
        origin: publicUrl,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 50 * 1024 * 1024,
      },
    })
    outgoing.on('error', () => {})
    outgoing.flushHeaders()
    const [response] = await once(outgoing, 'response')
    outgoing.destroy()
    return response.statusCode
  }

  test('D13 without a session, by someone unverified, and with an expired session is refused before its body', async () => {
    expect(await statusBeforeBody(new Map())).toBe(401)
    expect(await statusBeforeBody(cast.unverified.browser.cookies)).toBe(401)
    const { browser, accountId } = cast.sellerB
    expect(await statusBeforeBody(browser.cookies)).toBe(413)
    await sql`update account_session set expires = now() - interval '1 minute' where account_id = ${accountId}`.execute(
      site.database.kysely,
    )
    expect(await statusBeforeBody(browser.cookies)).toBe(401)
    expect(await statusBeforeBody(cast.suspended.browser.cookies)).toBe(403)
  })
})

describe('D14', () => {
  test('D14 fifty uploads of 40 megapixels at once wait their turn: memory is bounded, and others are served', {
    tags: ['timed', 'slow'],
  }, async () => {
    const large = await sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: '#4060a0' } })
      .jpeg()
      .toBuffer()
    await upload(await goodPictures['small.jpg']())
    const before = await serverMemory()
    const clients = Array.from({ length: 50 }, () => startUpload(large))
    const probes: number[] = []
    const others: number[] = []
    const peak = { memory: 0 }
    const deadline = Date.now() + 3_000
    while (Date.now() < deadline) {
      probes.push((await cast.visitor.get('/healthz')).ms)
      others.push((await cast.visitor.get('/all-services')).ms)
      peak.memory = Math.max(peak.memory, await serverMemory())
    }
    // Clients that leave free their places in the queue.
    for (const client of clients) client.destroy()
    const sorted = probes.toSorted((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThan(200)
    expect(Math.max(...others)).toBeLessThan(2_000)
    expect(peak.memory - before).toBeLessThan(150 * 1024 * 1024)
    const { status } = await upload(await goodPictures['small.jpg']())
    expect(status).toBe(201)
    const unfinished = async () => (await storedFiles(join(site.folder, 'pictures', 'unfinished'))).length
    await expect.poll(unfinished).toBe(0)
  })

  function startUpload(content: Buffer) {
    const { payload, headers } = pictureForm(content)
    const cookie = [...cast.sellerA.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const outgoing = request({
      host: '127.0.0.1',
      port: site.port,
      path: '/api/images',
      method: 'POST',
      headers: { ...headers, cookie, origin: publicUrl, host: new URL(publicUrl).host },
    })
    // Destroyed at the end of the test.
    outgoing.on('error', () => {}).on('response', (response) => response.on('error', () => {}).resume())
    outgoing.end(payload)
    return outgoing
  }

  test('D14 pictures that no ad uses are deleted after a day, with their files', async () => {
    const picture = (await upload(await goodPictures['small.jpg']())).json<Picture>()
    const path = join(site.folder, 'pictures', picture.secure_url.replace('/pictures/', 'ads/'))
    expect((await stat(path)).isFile()).toBe(true)
    const { kysely } = site.database
    await sql`insert into image (id, uploader_id, url, width, height, format, bytes, stored)
      select gen_random_uuid(), ${cast.sellerA.profileId}, '/pictures/' || md5(n::text) || '-400x300-400.webp', 400, 300, 'webp', 9, now()
      from generate_series(1, 1000) n`.execute(kysely)
    await sql`update image set unused_since = now() - interval '25 hours'`.execute(kysely)
    await sql`select graphile_worker.add_job('delete_unused_pictures')`.execute(kysely)
    const remaining = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from image`.execute(kysely)).rows[0]?.count
    await expect.poll(remaining).toBe(0)
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })
})

describe('D15 an ad', () => {
  test('D15 cannot name pictures of other hosts, files, or someone else, and the server contacts nobody', async () => {
    let connections = 0
    const listener = createServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    onTestFinished(() => void listener.close())
    const { port } = listener.address() as { port: number }
    const seller = cast.adminM.browser
    const foreign = (await upload(await goodPictures['small.jpg']())).json<Picture>().secure_url
    const urls = [
      `http://127.0.0.1:${port}/a.jpg`,
      `http://localhost:${port}/a.jpg`,
      'http://169.254.169.254/latest/meta-data/',
      `http://127.0.0.1:5432`,
      'file:///etc/passwd',
      'https://other.example/a.jpg',
      `//127.0.0.1:${port}/a.jpg`,
      `${publicUrl}@127.0.0.1:${port}/a.jpg`,
      '/pictures/../../etc/passwd',
      '/profile-photos/x',
      'data:image/png;base64,AAAA',
      foreign,
      `${publicUrl}${foreign}`,
    ]
    for (const url of urls) {
      for (const [kind, path] of [
        ['service', '/api/services'],
        ['event', '/api/events'],
      ] as const) {
        const days = kind === 'event' ? { startDate: '2027-03-01', endDate: '2027-03-02' } : {}
        const { status, json } = await seller.post(path, postOf(kind, { ...days, images: [url] }))
        expect(status, url).toBe(400)
        expect(json()).toMatchObject({ fields: { images: expect.stringMatching(/\.$/) } })
      }
    }
    expect(connections).toBe(0)
  })
})

test('L3 an ad whose picture file is damaged has a share picture and a flyer without it', async () => {
  const { browser } = cast.sellerA
  const picture = (await upload(await goodPictures['picture.webp']())).json<Picture>().secure_url
  const { _id } = (await browser.post('/api/services', postOf('service', { images: [picture] }))).json<{
    _id: string
  }>()
  await writeFile(join(site.folder, 'pictures', picture.replace('/pictures/', 'ads/')), Buffer.alloc(500, 7))
  const share = await cast.visitor.get(`/share/${_id}.jpg`)
  expect([share.status, share.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const flyer = await browser.get(`/ad-details/${_id}/flyer.pdf`)
  expect([flyer.status, flyer.headers['content-type']]).toEqual([200, 'application/pdf'])
})

test('D8 a form over JSON or without a boundary is refused with the right status', async () => {
  const { browser } = cast.sellerA
  const form = formOf([{ name: 'file', content: await goodPictures['small.jpg'](), fileName: 'a.jpg' }])
  for (const [type, expected] of [
    ['application/json', 415],
    ['image/jpeg', 415],
    ['multipart/form-data', 400],
  ] as const) {
    const headers = { ...form.headers, 'content-type': type }
    expect((await browser.send('POST', '/api/images', { body: form.payload, headers })).status).toBe(expected)
  }
})
