import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../../../test/support/checks/pdf.ts'
import { createUser, type SendOptions, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createMarkedAd, type MarkedAd } from '../../../../test/support/data/contact-details.ts'
import { postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { ContactVisibility } from '../../../shared/contact-visibility.ts'
import type { Kind, OwnService, ServiceDetails } from '../../../shared/listing.ts'
import { defaultRetention } from '../../../shared/settings/default-values.ts'
import { deleteExpiredContactViews } from './jobs.ts'

type Person = { email: string; accountId: string; cookie: string }

const sites = {} as Record<ContactVisibility, TestApp>
let adNumber = 0
let networks = 0

/** All on one database, so that an ad can be compared under each setting. */
beforeAll(async () => {
  const options = { realSessions: true, rateLimit: 1 }
  sites.public = await createTestApp(undefined, options)
  for (const contactVisibility of ['reveal', 'messages'] as const) {
    sites[contactVisibility] = await createTestApp(sites.public.database, {
      ...options,
      settings: { contactVisibility },
    })
  }
})

const kysely = () => sites.public.database.kysely

const newNetwork = () => {
  networks += 1
  return `10.1.${networks >> 8}.${networks & 255}`
}

async function createPerson(options: { isAdmin?: boolean; daysOld?: number } = {}): Promise<Person> {
  const user = await createUser(sites.public.database, options)
  const { daysOld = 0 } = options
  await sql`update account set created = now() - make_interval(days => ${daysOld}) where id = ${user.accountId}`.execute(
    kysely(),
  )
  return { ...user, cookie: await startSession(sites.public, user.email) }
}

async function createAd(author?: Person, kind: Kind = 'service'): Promise<MarkedAd> {
  adNumber += 1
  return createMarkedAd(sites.public.database, adNumber, {
    kind,
    ...(author && { authorEmail: author.email }),
  })
}

const setMessagesOnly = ({ id }: MarkedAd) =>
  sql`update listing set messages_only = true where id = ${id}`.execute(kysely())

type Requester = { cookie?: string; from?: string }

const details = (site: TestApp, { kind, id }: MarkedAd, options: SendOptions = {}, query = '') =>
  send<ServiceDetails & { message?: string }>(site, 'GET', `/${kind}/${id}${query}`, {
    from: newNetwork(),
    ...options,
  })

const ask = (site: TestApp, { kind, id }: MarkedAd, { cookie, from = newNetwork() }: Requester = {}) =>
  send<{ author: ServiceDetails['author']; message?: string }>(
    site,
    'POST',
    `/${kind}/${id}/contact-details`,
    {
      ...(cookie !== undefined && { cookie }),
      from,
    },
  )

const page = async (site: TestApp, ad: MarkedAd, cookie = '') =>
  (await site.app.http.inject({ url: ad.page, headers: { cookie }, remoteAddress: newNetwork() })).body

const viewersOf = async (site: TestApp, ad: MarkedAd, { cookie }: Person) =>
  (await details(site, ad, { cookie })).body.contact_viewers

const bucketOf = (limit: string, key: string) => `${limit} ${key.toLowerCase()}`

async function consumed(limit: string, key: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from rate_limit_hit where bucket = ${bucketOf(limit, key)}`.execute(
    kysely(),
  )
  return rows[0]?.count ?? 0
}

/** Uses up a budget of 30. */
const spend = (limit: string, key: string) =>
  sql`insert into rate_limit_hit (bucket) select ${bucketOf(limit, key)} from generate_series(1, 30)`.execute(
    kysely(),
  )

describe('with the setting public', () => {
  test('everyone gets the details in the page and in the calls, and nothing is recorded', async () => {
    for (const kind of ['service', 'event'] as const) {
      const ad = await createAd(undefined, kind)
      const { body } = await details(sites.public, ad)
      expect(body).toMatchObject({
        author: { email: ad.authorEmail },
        contact_available: true,
        contact_viewers: null,
      })
      expect((await ask(sites.public, ad)).body.author).toEqual(body.author)
      const html = await page(sites.public, ad)
      for (const contact of ad.contacts) expect(html).toContain(contact)
      expect(html).not.toContain('Show contact details')
    }
    expect((await sql`select from contact_view`.execute(kysely())).rows).toEqual([])
  })
})

describe('with the setting reveal', () => {
  test('a signed-in person gets them within the budget, and pages do not spend it', async () => {
    const [ad, viewer] = [await createAd(), await createPerson()]
    const { reveal } = sites
    const author = expect.objectContaining({ email: ad.authorEmail })
    for (const query of ['?reveal=false', '?reveal=false'])
      expect((await details(reveal, ad, viewer, query)).body).toMatchObject({
        author: null,
        contact_available: true,
      })
    expect(await page(reveal, ad, viewer.cookie)).not.toContain(ad.authorEmail)
    expect(await consumed('contactByNewAccount', viewer.accountId)).toBe(0)
    expect((await details(reveal, ad, viewer)).body).toMatchObject({ author, contact_viewers: null })
    // Once asked for, they stay on the page, and asking again within a day is free.
    expect(await page(reveal, ad, viewer.cookie)).toContain(ad.authorEmail)
    await Promise.all([1, 2, 3].map(() => ask(reveal, ad, viewer)))
    expect(await consumed('contactByNewAccount', viewer.accountId)).toBe(1)
    // Asked for on another day, the ad counts again.
    await sql`update contact_view set viewed = viewed - interval '25 hours' where listing_id = ${ad.id}`.execute(
      kysely(),
    )
    expect(await page(reveal, ad, viewer.cookie)).not.toContain(ad.authorEmail)
    await Promise.all([1, 2, 3].map(() => ask(reveal, ad, viewer)))
    expect(await consumed('contactByNewAccount', viewer.accountId)).toBe(2)
    expect((await details(reveal, ad, viewer, '?reveal=no')).status).toBe(400)
  })

  test('an account of a week has its own, larger budget', async () => {
    const [ad, viewer, from] = [await createAd(), await createPerson({ daysOld: 8 }), newNetwork()]
    await spend('contactByNetwork', from)
    expect((await ask(sites.reveal, ad, { from })).status).toBe(429)
    expect((await ask(sites.reveal, ad, { ...(await createPerson()), from })).status).toBe(429)
    expect((await ask(sites.reveal, ad, { ...viewer, from })).status).toBe(200)
    expect(await consumed('contactByAccount', viewer.accountId)).toBe(1)
    expect(await consumed('contactByAccountsOfNetwork', from)).toBe(1)
  })

  test('over the budget, calls have null and say when to ask again', async () => {
    const [ad, viewer, from] = [await createAd(), await createPerson(), newNetwork()]
    await spend('contactByNewAccount', viewer.accountId)
    const { status, body } = await details(sites.reveal, ad, viewer)
    expect(status).toBe(200)
    expect(body).toMatchObject({ author: null, contact_available: true })
    const refusal = await ask(sites.reveal, ad, { ...viewer, from })
    expect(refusal.status).toBe(429)
    expect(refusal.headers['retry-after']).toMatch(/^8\d{4}$/)
    expect(refusal.body.message).toBe(
      'You’ve opened the contact details of many ads today. You can open more in 24 hours. You can still send a message.',
    )
    // A refusal is neither a view nor counted against the network.
    expect(await consumed('contactByNetwork', from)).toBe(0)
    expect((await sql`select from contact_view where listing_id = ${ad.id}`.execute(kysely())).rows).toEqual(
      [],
    )
  })

  test('the author and admins get them without a budget, and a suspended account does not', async () => {
    const [author, admin, suspended] = [
      await createPerson(),
      await createPerson({ isAdmin: true }),
      await createPerson(),
    ]
    await sql`update account set suspended_at = now(), suspension_reason = 'Scams' where id = ${suspended.accountId}`.execute(
      kysely(),
    )
    const ad = await createAd(author)
    for (const viewer of [author, admin]) {
      expect((await details(sites.reveal, ad, viewer)).body.author?.email).toBe(author.email)
      expect((await ask(sites.reveal, ad, viewer)).status).toBe(200)
      expect(await page(sites.reveal, ad, viewer.cookie)).toContain(author.email)
    }
    expect((await details(sites.reveal, ad, suspended)).body.author).toBeNull()
    expect((await ask(sites.reveal, ad, suspended)).status).toBe(403)
    expect((await sql`select from contact_view where listing_id = ${ad.id}`.execute(kysely())).rows).toEqual(
      [],
    )
  })

  test('only the author sees how many people viewed them within a week', async () => {
    const [author, viewer, admin] = [
      await createPerson(),
      await createPerson(),
      await createPerson({ isAdmin: true }),
    ]
    const ad = await createAd(author)
    expect(await viewersOf(sites.reveal, ad, author)).toBe(0)
    const network = newNetwork()
    for (const requester of [
      viewer,
      viewer,
      { from: network },
      { from: network },
      { from: newNetwork() },
      author,
      admin,
    ])
      expect((await ask(sites.reveal, ad, requester)).status).toBe(200)
    expect(await viewersOf(sites.reveal, ad, author)).toBe(3)
    expect(await viewersOf(sites.reveal, ad, viewer)).toBeNull()
    expect(await viewersOf(sites.reveal, ad, admin)).toBeNull()
    const { body: own } = await send<OwnService[]>(sites.reveal, 'GET', '/servicesbyauser', author)
    expect(own).toMatchObject([{ _id: ad.id, contact_viewers: 3, author: { email: author.email } }])
    expect(await page(sites.reveal, ad, author.cookie)).toContain(
      '3 people viewed your contact details this week',
    )
    // The days of the list end with that of the site's clock.
    await sql`update contact_view set viewed = '2026-11-20T12:00:00Z'`.execute(kysely())
    const { body: list } = await sites.reveal.app.http.inject({
      url: '/my-services',
      headers: { cookie: author.cookie },
    })
    expect(list).toContain('3 contact views')
    await sql`update contact_view set viewed = now()`.execute(kysely())
    for (const { cookie } of [viewer, admin])
      expect(await page(sites.reveal, ad, cookie)).not.toContain('viewed your contact details')
    await sql`update contact_view set viewed = viewed - interval '8 days' where profile_id is null`.execute(
      kysely(),
    )
    expect(await viewersOf(sites.reveal, ad, author)).toBe(1)
  })

  test('a hidden, removed, or unknown ad has none, and neither has one of the other kind', async () => {
    for (const [status, expected] of [
      ['hidden', 404],
      ['deleted', 410],
    ] as const) {
      const ad = await createAd()
      await sql`update listing set status = ${status} where id = ${ad.id}`.execute(kysely())
      expect((await ask(sites.reveal, ad)).status).toBe(expected)
    }
    const ad = await createAd()
    expect((await ask(sites.reveal, { ...ad, kind: 'event' })).status).toBe(404)
    expect((await ask(sites.reveal, { ...ad, id: ad.id.replace(/^./, 'f') })).status).toBe(404)
    expect((await ask(sites.reveal, { ...ad, id: 'x' })).status).toBe(400)
  })

  test('a form of another site gets none', async () => {
    const ad = await createAd()
    const { statusCode, body } = await sites.reveal.app.http.inject({
      method: 'POST',
      url: ad.page,
      remoteAddress: newNetwork(),
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(statusCode).toBe(403)
    expect(body).not.toContain(ad.authorEmail)
  })
})

describe('messages only', () => {
  test('no one but the author and admins gets the details, by the site’s setting or by the author’s choice', async () => {
    const [author, viewer, admin] = [
      await createPerson(),
      await createPerson(),
      await createPerson({ isAdmin: true }),
    ]
    const [plain, chosen] = [await createAd(author), await createAd(author)]
    await setMessagesOnly(chosen)
    const cases = [[sites.messages, plain], ...Object.values(sites).map((site) => [site, chosen])] as [
      TestApp,
      MarkedAd,
    ][]
    for (const [site, ad] of cases) {
      for (const options of [{}, viewer]) {
        const { body } = await details(site, ad, options)
        expect(body).toMatchObject({ author: null, contact_available: false, contact_viewers: null })
        const refusal = await ask(site, ad, options)
        expect(refusal).toMatchObject({
          status: 403,
          body: { message: expect.stringContaining('only takes messages') },
        })
      }
      for (const cookie of ['', viewer.cookie]) {
        const html = await page(site, ad, cookie)
        for (const contact of ad.contacts) expect(html).not.toContain(contact)
        expect(html).toContain(`${ad.page}/message`)
        expect(html).not.toContain('Show contact details')
      }
      for (const { cookie } of [author, admin]) {
        expect((await details(site, ad, { cookie })).body.author?.email).toBe(author.email)
        expect(await page(site, ad, cookie)).toContain(author.email)
      }
    }
    // The choice is about this ad only.
    expect((await details(sites.public, plain)).body.author?.email).toBe(author.email)
  })

  test('an author chooses it when posting, changes it later, and keeps it if an update does not say', async () => {
    const author = await createPerson()
    const post = await send<ServiceDetails>(sites.public, 'POST', '/services', {
      ...author,
      body: postOf('service', { messages_only: true }),
    })
    expect(post.body).toMatchObject({
      messages_only: true,
      contact_available: false,
      author: { email: author.email },
    })
    const ad: MarkedAd = { ...(await createAd()), id: post.body._id, page: `/ad-details/${post.body._id}` }
    const update = (changes: object) =>
      send(sites.public, 'PUT', `/service-update/${ad.id}`, {
        ...author,
        body: updateOf('service', { ...changes }),
      })
    // Cached pages must follow each change at once.
    expect(await page(sites.public, ad)).not.toContain(author.email)
    await update({})
    expect((await details(sites.public, ad)).body.author).toBeNull()
    await update({ messages_only: false })
    expect((await details(sites.public, ad)).body.author?.phone).toBe('+1 512 555 0142')
    expect(await page(sites.public, ad)).toContain(author.email)
    await update({ messages_only: true })
    expect(await page(sites.public, ad)).not.toContain(author.email)
    expect((await update({ messages_only: 'yes' })).body).toMatchObject({
      fields: { messages_only: 'messages_only must be true or false.' },
    })
  })

  test('the flyer asks for messages instead of showing a contact', async () => {
    const author = await createPerson()
    const ad = await createAd(author)
    const flyer = async (site: TestApp) =>
      (
        await readPdf(
          (
            await site.app.http.inject({ url: `${ad.page}/flyer.pdf`, headers: { cookie: author.cookie } })
          ).rawPayload,
        )
      ).text
    expect(await flyer(sites.reveal)).toContain(ad.contacts[1])
    await setMessagesOnly(ad)
    const text = await flyer(sites.reveal)
    for (const contact of ad.contacts) expect(text).not.toContain(contact)
    expect(text).toContain('Message me on Corkboard')
  })
})

describe('what is stored about views', () => {
  test('is in the viewer’s download, not in the author’s, and goes with the account, the ad, and after 30 days', async () => {
    const [author, viewer, other] = [await createPerson(), await createPerson(), await createPerson()]
    const [ad, second] = [await createAd(author), await createAd(author)]
    const from = newNetwork()
    for (const requester of [viewer, other, { from }]) await ask(sites.reveal, ad, requester)
    await ask(sites.reveal, second, viewer)
    const rowsOf = async ({ id }: MarkedAd) =>
      (await sql`select from contact_view where listing_id = ${id}`.execute(kysely())).rows.length
    const download = async (person: Person) =>
      (await send<{ contactViews: object[] }>(sites.reveal, 'GET', '/account-data', person)).body
    expect((await download(viewer)).contactViews).toEqual([
      { listing: ad.id, viewed: expect.any(String) },
      { listing: second.id, viewed: expect.any(String) },
    ])
    const authors = await download(author)
    expect(authors.contactViews).toEqual([])
    for (const { email, accountId } of [viewer, other]) {
      expect(JSON.stringify(authors)).not.toContain(email)
      expect(JSON.stringify(authors)).not.toContain(accountId)
    }
    const stored = JSON.stringify((await sql`select * from contact_view`.execute(kysely())).rows)
    expect(stored).not.toContain(from)
    expect(await rowsOf(ad)).toBe(3)
    expect((await send(sites.reveal, 'DELETE', '/account', viewer)).status).toBe(200)
    expect([await rowsOf(ad), await rowsOf(second)]).toEqual([2, 0])
    await sql`update contact_view set viewed = now() - interval '31 days' where profile_id is null`.execute(
      kysely(),
    )
    await deleteExpiredContactViews(sites.public.database, defaultRetention.contactViews)
    expect(await rowsOf(ad)).toBe(1)
    expect((await send(sites.reveal, 'DELETE', '/account', author)).status).toBe(200)
    expect(await rowsOf(ad)).toBe(0)
  })
})
