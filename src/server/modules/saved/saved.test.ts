import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emailsTo, ownOrigin, send } from '../../../../test/support/data/accounts.ts'
import { createAd, createPerson, type Person } from '../../../../test/support/data/conversations.ts'
import { createListing, setStatus } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { siteSecret } from '../../../../test/support/site/site-secret.ts'
import { addDays } from '../../../shared/days.ts'
import { maxSavedAds } from '../../../shared/limits.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { createNotifications } from '../notifications/service.ts'
import { sendSavedAdsEmails } from './jobs.ts'

let site: TestApp
let ann: Person
let ben: Person
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
})
beforeEach(async () => {
  ann = await createPerson(site)
  ben = await createPerson(site)
})

type Saved = { ids: string[] }
const save = ({ cookie }: Person, ...ids: string[]) =>
  send<Saved>(site, 'POST', '/saved', { cookie, body: { ids } })
const remove = ({ cookie }: Person, ...ids: string[]) =>
  send<Saved>(site, 'POST', '/saved-remove', { cookie, body: { ids } })
const savedBy = async ({ cookie }: Person) => (await send<Saved>(site, 'GET', '/saved', { cookie })).body.ids

const createAds = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createListing(site.database)))

test('saves, merges, and removes ads, the latest first and each once', async () => {
  const [one = '', two = '', three = ''] = await createAds(3)
  await save(ann, one)
  expect((await save(ann, three, two, one, two)).body.ids).toEqual([three, two, one])
  // Tabs merge at the same time.
  await Promise.all([save(ann, three, two), save(ann, two, three), remove(ann, one)])
  expect(await savedBy(ann)).toEqual([three, two])
})

test('keeps the order of many ads that a browser adds right after another was saved', async () => {
  const [first = '', ...others] = await createAds(60)
  await save(ann, first)
  expect((await save(ann, ...others)).body.ids).toEqual([...others, first])
})

test('nobody sees or changes what others saved', async () => {
  const [ad = ''] = await createAds(1)
  await save(ann, ad)
  expect(await savedBy(ben)).toEqual([])
  expect((await remove(ben, ad)).body.ids).toEqual([])
  expect(await savedBy(ann)).toEqual([ad])
  for (const [method, path] of [
    ['GET', '/saved'],
    ['POST', '/saved'],
    ['POST', '/saved-remove'],
  ] as const)
    expect(
      (await send(site, method, path, { body: method === 'GET' ? undefined : { ids: [ad] } })).status,
    ).toBe(401)
})

test('does not tell a hidden ad from one that does not exist', async () => {
  const hidden = await createListing(site.database, { status: 'hidden', authorEmail: ben.email })
  for (const id of [hidden, uuid()]) {
    expect(await save(ann, id)).toMatchObject({ status: 200, body: { ids: [] } })
    expect((await send(site, 'GET', `/listings?ids=${id}`)).body).toEqual({ services: [], events: [] })
  }
})

test('keeps an ad that is hidden after it was saved, without showing it', async () => {
  const [ad = ''] = await createAds(1)
  await save(ann, ad)
  await setStatus(site.database, ad, 'hidden')
  expect(await savedBy(ann)).toEqual([ad])
  expect((await send(site, 'GET', `/listings?ids=${ad}`)).body).toEqual({ services: [], events: [] })
  await setStatus(site.database, ad, 'active')
  expect((await send(site, 'GET', `/listings?ids=${ad}`)).body).toMatchObject({ services: [{ _id: ad }] })
})

test('names one’s own ads in lists, which get no hearts', async () => {
  const author = await createPerson(site)
  const [listed, hidden] = [await createAd(site, author), await createAd(site, author)]
  await setStatus(site.database, hidden, 'hidden')
  const own = async ({ cookie }: { cookie: string }) =>
    (await send<{ own: string[] }>(site, 'GET', '/saved', { cookie })).body.own
  expect(await own(author)).toEqual([listed])
  expect(await own(await createPerson(site))).toEqual([])
})

test('saves as many ads as fit, and says when one does not', async () => {
  const ads = await createAds(maxSavedAds + 1)
  const [first = '', ...rest] = ads
  await save(ann, first)
  // Concurrently, because the limit holds for all tabs together.
  await Promise.all([save(ann, ...rest), save(ann, ...rest.toReversed())])
  const saved = await savedBy(ann)
  expect(saved).toHaveLength(maxSavedAds)
  const missing = ads.find((id) => !saved.includes(id)) ?? ''
  expect(await save(ann, missing)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Remove some') },
  })
  expect(await savedBy(ann)).toEqual(saved)
})

test.each([
  ['none', []],
  ['not an id', ['../x']],
  ['too many', Array.from({ length: maxSavedAds + 1 }, () => uuid())],
])('rejects ids that are %s', async (_name, ids) => {
  expect((await save(ann, ...ids)).body).toMatchObject({ code: 'invalid', fields: expect.anything() })
  expect(await send(site, 'GET', `/listings?ids=${ids.join(',')}`)).toMatchObject({ status: 400 })
})

test('is in the download and goes with the account', async () => {
  const [ad = ''] = await createAds(1)
  await save(ann, ad)
  const { body } = await send(site, 'GET', '/account-data', { cookie: ann.cookie })
  expect(JSON.parse(JSON.stringify(body))).toMatchObject({ savedAds: [{ listing: ad, price: 35 }] })
  expect((await send(site, 'DELETE', '/account', { cookie: ann.cookie })).status).toBe(200)
  const { rows } = await sql`select from saved_listing where listing_id = ${ad}`.execute(site.database.kysely)
  expect(rows).toHaveLength(0)
})

test('works as a form without scripts', async () => {
  const [ad = ''] = await createAds(1)
  const post = (fields: Record<string, string>, headers: Record<string, string>) =>
    site.app.http.inject({
      method: 'POST',
      url: '/saved',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: String(new URLSearchParams(fields)),
    })
  const own = { cookie: ann.cookie, origin: ownOrigin }
  const saved = await post({ ids: ad }, own)
  expect([saved.statusCode, saved.headers.location]).toEqual([303, `${ownOrigin}/saved`])
  expect(await savedBy(ann)).toEqual([ad])
  expect(
    (await post({ ids: ad, action: 'remove' }, { ...own, origin: 'https://evil.example' })).statusCode,
  ).toBe(403)
  expect((await post({ ids: ad }, { origin: ownOrigin })).statusCode).toBe(401)
  expect(await savedBy(ann)).toEqual([ad])
  await post({ ids: ad, action: 'remove' }, own)
  expect(await savedBy(ann)).toEqual([])
})

// In the future: PostgreSQL marks the events that are over by its own clock.
const day = '2096-11-20'
const morning = (date: string) => new Date(`${date}T15:00:00Z`)
const settings = () => defaultSettings
const notifications = createNotifications({
  secret: siteSecret,
  settings: () => defaultSettings,
  publicUrl: ownOrigin,
})
const sendNews = (now: Date) =>
  sendSavedAdsEmails({ database: site.database, notifications, clock: () => now, settings })
const wantNews = ({ accountId }: Person) =>
  sql`insert into email_preference (profile_id, topic, wanted)
    select id, 'saved-ads', true from profile where account_id = ${accountId}`.execute(site.database.kysely)
const setPrice = (id: string, price: number) =>
  sql`update listing set price = ${price} where id = ${id}`.execute(site.database.kysely)

test('emails lower prices and events that end soon, once each and once a day, to those who want it', async () => {
  const piano = await createListing(site.database, { title: 'Piano lessons', price: 40, priceUnit: 'hour' })
  const market = await createListing(site.database, {
    kind: 'event',
    title: 'Flea market',
    startDate: day,
    endDate: addDays(day, 3),
    price: 5,
  })
  const own = await createListing(site.database, { title: 'My own ad', price: 40, authorEmail: ann.email })
  for (const person of [ann, ben]) await save(person, piano, market, own)
  await wantNews(ann)
  await setPrice(piano, 30)
  await setPrice(own, 30)
  await sendNews(new Date(`${day}T08:00:00Z`))
  expect(await emailsTo(site, ann.email), 'at night').toHaveLength(0)

  // Two servers.
  await Promise.all([sendNews(morning(day)), sendNews(morning(day))])
  const [email, ...others] = await emailsTo(site, ann.email)
  expect(others).toEqual([])
  expect(email?.subject).toBe('News about ads you saved on Corkboard')
  expect(email?.text).toContain('“Piano lessons”\nPrice drop: now $30 per hour, was $40 per hour')
  expect(email?.text).toContain('“Flea market”\nEnds November 23, 2096')
  expect(email?.text).not.toContain('My own ad')
  expect(email?.text).toMatch(/\/unsubscribe\?token=saved-ads/)
  expect(await emailsTo(site, ben.email), 'off by default').toHaveLength(0)

  await setPrice(piano, 20)
  await sendNews(morning(day))
  expect(await emailsTo(site, ann.email), 'the same day').toHaveLength(1)
  await sendNews(morning(addDays(day, 1)))
  const [, next] = await emailsTo(site, ann.email)
  expect(next?.text).toContain('now $20 per hour, was $30 per hour')
  expect(next?.text).not.toContain('Flea market')
  await setPrice(piano, 50)
  await sendNews(morning(addDays(day, 2)))
  await sendNews(morning(addDays(day, 3)))
  expect(await emailsTo(site, ann.email), 'nothing new').toHaveLength(2)
})

test('a failure loses no news', async () => {
  const piano = await createListing(site.database, { price: 40 })
  await save(ann, piano)
  await wantNews(ann)
  await setPrice(piano, 30)
  const failing = { ...notifications, topicEmail: () => Promise.reject(new Error('killed')) }
  const options = { database: site.database, clock: () => morning(day), settings }
  await expect(sendSavedAdsEmails({ ...options, notifications: failing })).rejects.toThrow('killed')
  await sendNews(morning(day))
  expect(await emailsTo(site, ann.email)).toHaveLength(1)
})
