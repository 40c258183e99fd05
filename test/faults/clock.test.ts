/** The server's clock jumps, or differs from PostgreSQL's: nobody is signed out, and what has expired stays expired. */
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { dayIn } from '../../src/shared/days.ts'
import { defaultSettings } from '../../src/shared/settings/table.ts'
import { waitFor } from '../support/checks/emails.ts'
import { postOf } from '../support/data/posts.ts'
import { startMailServer } from '../support/site/mail-server.ts'
import { pictureFormOf, request } from './support/client.ts'
import { type FaultySite, startFaultySite } from './support/faulty-site.ts'

const libraries = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
)
const hour = 3600
const day = 24 * hour

/** Starts a site whose server, but not its PostgreSQL, has a clock that the test shifts while it runs. */
async function siteWithClock(context: TestContext) {
  const library = libraries.find((path) => existsSync(path))
  if (!library) return context.skip('libfaketime is not installed.')
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-clock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'offset')
  /** Shifts the clock by this many seconds from the real one. Renaming is atomic. */
  const setOffset = async (seconds: number) => {
    await writeFile(`${file}.new`, `${seconds >= 0 ? '+' : ''}${seconds}\n`)
    await rename(`${file}.new`, file)
  }
  await setOffset(0)
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const site = await startFaultySite({
    smtpUrl: mail.url,
    settings: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
  return { site, mail, setOffset }
}

const signInLink = /token=([\w-]+)/

test('X19: a clock that jumps signs nobody out and revives nothing', async (context) => {
  const { site, mail, setOffset } = await siteWithClock(context)
  const { cookie, email } = await site.signIn()
  const profile = () => request(site, '/api/userprofile', { cookie })
  expect((await profile()).status).toBe(200)

  for (const offset of [day, -hour, 300, -300, 0]) {
    await setOffset(offset)
    await untilShifted(site, offset)
    expect((await profile()).status, `${offset} seconds`).toBe(200)
    expect((await request(site, '/api/services')).status).toBe(200)
    const posted = await request(site, '/api/services', {
      method: 'POST',
      cookie,
      body: postOf('service', { title: `Posted at ${offset}` }),
    })
    expect(posted.status).toBe(201)
  }

  // An emailed link that has expired is not valid again after the clock was set back.
  await request(site, '/api/auth/sign-in/magic-link', { method: 'POST', body: { email } })
  const { text } = await mail.waitForEmail(email)
  const token = signInLink.exec(text)?.[1]
  const verify = () => request(site, '/api/auth/magic-link/verify', { method: 'POST', body: { token } })
  await setOffset(day)
  expect((await verify()).status).toBeGreaterThanOrEqual(400)
  await setOffset(-hour)
  expect((await verify()).status).toBeGreaterThanOrEqual(400)
  await setOffset(0)
  expect((await verify()).status).toBeGreaterThanOrEqual(400)
})

test('B15: a session ends after 30 days without use, by the clock of the server, and stays ended', async (context) => {
  const { site, setOffset } = await siteWithClock(context)
  const { cookie } = await site.signIn()
  const statusAfter = async (days: number) => {
    await setOffset(days * day)
    await untilShifted(site, days * day)
    return (await request(site, '/api/userprofile', { cookie })).status
  }
  // Each use begins the 30 days again.
  expect(await statusAfter(29)).toBe(200)
  expect(await statusAfter(58)).toBe(200)
  expect(await statusAfter(89)).toBe(401)
  expect(await statusAfter(58)).toBe(401)
  expect(await statusAfter(0)).toBe(401)
})

test('X19: an event is over when its last day is over by the clock of the site', async (context) => {
  const { site, setOffset } = await siteWithClock(context)
  const { cookie } = await site.signIn()
  const uploaded = await request<{ secure_url: string }>(site, '/api/images', {
    method: 'POST',
    cookie,
    body: await pictureFormOf(1),
  })
  const today = dayIn(defaultSettings.timeZone, new Date())
  const tomorrow = dayIn(defaultSettings.timeZone, new Date(Date.now() + day * 1000))
  const post = (title: string) =>
    request<{ _id: string }>(site, '/api/events', {
      method: 'POST',
      cookie,
      body: postOf('event', {
        title,
        startDate: today,
        endDate: tomorrow,
        images: [uploaded.body.secure_url],
      }),
    })
  expect((await post('Ends tomorrow')).status).toBe(201)
  const isEnded = () =>
    site.withDatabase(async ({ kysely }) => {
      const { rows } = await sql<{ ended: boolean }>`select ended from listing_index`.execute(kysely)
      return rows[0]?.ended
    })
  expect((await request(site, '/api/events')).status).toBe(200)
  expect(await isEnded()).toBe(false)

  await setOffset(3 * day)
  await untilShifted(site, 3 * day)
  expect((await request(site, '/api/events')).status).toBe(200)
  expect(await isEnded()).toBe(true)
  expect((await post('Ended before it was posted')).status).toBe(400)
  await setOffset(0)
  await untilShifted(site, 0)
  expect((await request(site, '/api/events')).status).toBe(200)
  expect(await isEnded()).toBe(false)
})

/** Waits for the shifted clock to show in the server's Date header, which it renews every second. */
const untilShifted = (site: FaultySite, seconds: number) =>
  waitFor(`a clock that is off by ${seconds} seconds`, async () => {
    const { headers } = await request(site, '/healthz')
    const shift = (Date.parse(headers.get('date') ?? '') - Date.now()) / 1000
    return Math.abs(shift - seconds) < 5 ? true : undefined
  })
