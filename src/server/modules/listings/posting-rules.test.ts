import { beforeAll, describe, expect, test } from 'vitest'
import { createUser, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { callsOf, createPicture, type Post, postOf, updateOf } from '../../../../test/support/data/posts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { ErrorReply } from '../../../shared/errors.ts'
import type { Kind, Service } from '../../../shared/listing.ts'
import { invalidSocialLink } from '../../../shared/social-link.ts'

const kinds = ['service', 'event'] as const

let site: TestApp
let cookie: string
let images: string[]
const own = { service: '', event: '' }
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  const author = await createUser(site.database, { email: 'author@example.com' })
  cookie = await startSession(site, author.email)
  images = [await createPicture(site.database, author.accountId)]
  for (const kind of kinds)
    own[kind] = await createListing(site.database, {
      kind,
      authorEmail: author.email,
      startDate: '2026-12-01',
    })
})

const post = (kind: Kind, overrides: Post) =>
  send<ErrorReply & Service>(site, 'POST', callsOf(kind).post, {
    cookie,
    body: postOf(kind, { images, ...overrides }),
  })
const update = (kind: Kind, overrides: Post) =>
  send<ErrorReply & Service>(site, 'PUT', callsOf(kind).update(own[kind]), {
    cookie,
    body: updateOf(kind, overrides),
  })

const without = (field: string): Post => ({ [field]: undefined })

describe.each(kinds)('a %s', (kind) => {
  const required = ['title', 'category', 'subcategory', 'price', 'description', 'country']
  const days = kind === 'event' ? ['startDate', 'endDate'] : []

  test.each([...required, ...days, ...(kind === 'event' ? ['images'] : [])])(
    'cannot be posted without %s, which is the only field of the error',
    async (field) => {
      const { status, body } = await post(kind, without(field))
      expect(status).toBe(400)
      expect(body).toMatchObject({
        code: 'invalid',
        fields: { [field]: expect.stringMatching(/^Please .*\.$/) },
      })
      expect(Object.keys(body.fields ?? {})).toEqual([field])
    },
  )

  test.each([...required, ...days, 'state', 'city', ...(kind === 'event' ? ['event_availability'] : [])])(
    'cannot be changed without %s',
    async (field) => {
      const { status, body } = await update(kind, without(field))
      expect(status).toBe(400)
      expect(Object.keys(body.fields ?? {})).toEqual([field])
    },
  )

  test('can be posted without a state, a city, or contact details', async () => {
    const { status, body } = await post(kind, { state: undefined, city: null, author: undefined })
    expect(status).toBe(201)
    expect(body).toMatchObject({ state: null, city: null, author: { phone: '', facebook: '' } })
  })

  test('an error names every invalid field', async () => {
    const { body } = await post(kind, {
      title: '',
      price: -1,
      description: 'short',
      author: { facebook: 'my page' },
    })
    expect(Object.keys(body.fields ?? {}).sort()).toEqual([
      'author.facebook',
      'description',
      'price',
      'title',
    ])
  })

  test.each([
    null,
    123,
    ['Piano'],
    { a: 1 },
    '',
    '  ',
    'ab',
    '\u200b\u200b\u200b\u200b',
    '\u3164\u3164\u3164',
    'x'.repeat(121),
    'nul \0 in it',
    'half \ud83d of a pair',
  ])('rejects the title %j', async (title) => {
    for (const { status, body } of [await post(kind, { title }), await update(kind, { title })]) {
      expect(status).toBe(400)
      expect(Object.keys(body.fields ?? {})).toEqual(['title'])
    }
  })

  test('a title becomes one line, and a description keeps its line breaks', async () => {
    const { body } = await post(kind, {
      title: '  Piano\n lessons\t for  all ',
      description: '  First line.\r\nSecond line.\n\nThird.  ',
    })
    expect(body).toMatchObject({
      title: 'Piano lessons for all',
      description: 'First line.\nSecond line.\n\nThird.',
    })
  })

  test('counts the characters of a minimum length as typed, spaces inside included', async () => {
    const shortest = { title: 'a b', description: 'ten chars!' }
    expect(await post(kind, shortest)).toMatchObject({ status: 201, body: shortest })
    expect(await update(kind, shortest)).toMatchObject({ status: 200, body: shortest })
  })

  test.each([
    ['title', '  ab  '],
    ['title', '🎸🎸'],
    ['title', '\u200b\u200b\u200b\u200b'],
    ['description', '  nine char \n'],
    ['description', '🎸'.repeat(9)],
    ['description', '\u3164'.repeat(12)],
    ['description', '\u200b'.repeat(12)],
  ])('rejects a %s that is too short after trimming or looks blank: %j', async (field, text) => {
    for (const { status, body } of [
      await post(kind, { [field]: text }),
      await update(kind, { [field]: text }),
    ]) {
      expect(status).toBe(400)
      expect(Object.keys(body.fields ?? {})).toEqual([field])
    }
  })

  test('accepts 120 characters of title and 10,000 of description, and no more', async () => {
    const fits = { title: 'é'.repeat(120), description: '語'.repeat(10_000) }
    expect(await post(kind, fits)).toMatchObject({ status: 201, body: fits })
    expect(await post(kind, { description: '語'.repeat(10_001) })).toMatchObject({ status: 400 })
  })

  test.each([null, true, '12', [1], '', 'free', -1, -0.01, 1e-20, 12.345, 10_000_000, 1e15])(
    'rejects the price %j',
    async (price) => {
      for (const { status, body } of [await post(kind, { price }), await update(kind, { price })]) {
        expect(status).toBe(400)
        expect(Object.keys(body.fields ?? {})).toEqual(['price'])
      }
    },
  )
  test.each([0, 0.01, 12.5, 1.1, 9_999_999.99])('stores the price %d exactly', async (price) => {
    expect(await post(kind, { price })).toMatchObject({ status: 201, body: { price } })
  })
  test.each(['hour', 'visit', 'person', 'from', null])('stores the price unit %j', async (price_unit) => {
    expect(await post(kind, { price_unit })).toMatchObject({ status: 201, body: { price_unit } })
    expect(await update(kind, { price_unit })).toMatchObject({ status: 200, body: { price_unit } })
  })
  test.each(['', 'per hour', 'HOUR', 'day', 5, true, ['hour']])(
    'rejects the price unit %j',
    async (price_unit) => {
      for (const { status, body } of [await post(kind, { price_unit }), await update(kind, { price_unit })]) {
        expect(status).toBe(400)
        expect(Object.keys(body.fields ?? {})).toEqual(['price_unit'])
      }
    },
  )
  test('keeps the price unit in an update by a client that does not know it', async () => {
    const { body } = await post(kind, { price_unit: 'hour' })
    const updated = await send(site, 'PUT', callsOf(kind).update(String(body._id)), {
      cookie,
      body: updateOf(kind, { price: 50 }),
    })
    expect(updated).toMatchObject({ status: 200, body: { price: 50, price_unit: 'hour' } })
  })
  test('rejects a number that JSON cannot represent', async () => {
    const body = JSON.stringify(postOf(kind, { images })).replace('42.5', '1e309')
    const headers = { 'content-type': 'application/json' }
    expect(await send(site, 'POST', callsOf(kind).post, { cookie, body, headers })).toMatchObject({
      status: 400,
      body: { fields: { price: expect.any(String) } },
    })
  })

  test.each([
    ['category', { category: 'Nothing of the kind' }],
    ['subcategory', { subcategory: 'Dog Walking' }],
    ['country', { country: 'Atlantis' }],
    ['state', { state: 'Ontario' }],
    ['city', { city: 'Houston', state: 'California' }],
    ['city', { city: 'Springfield of Nowhere' }],
    ['state', { state: undefined, city: 'Austin' }],
  ])('rejects a %s that does not exist or is elsewhere', async (field, input) => {
    const { status, body } = await post(kind, input)
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty(field)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'JaVa\nscript:alert(1)',
    ' //evil.example',
    'https://facebook.com@evil.example/',
    'https://facebook.com\\@evil.example',
    'https:evil',
    'ftp://example.com/a',
    'file:///etc/passwd',
    'not a url',
    'nope',
    '@mypottery',
    'instagram.com/mypottery',
    'www.facebook.com/mypottery',
    'https://exa mple.com',
    `https://example.com/${'a'.repeat(500)}`,
    42,
  ])('rejects the link %j', async (link) => {
    for (const name of ['facebook', 'instagram'] as const) {
      const { status, body } = await post(kind, { author: { [name]: link } })
      expect(status).toBe(400)
      expect(body.fields).toEqual({ [`author.${name}`]: invalidSocialLink[name] })
    }
  })

  test('stores a link as a phone keyboard writes it', async () => {
    const author = { facebook: ' Https://www.facebook.com/mypottery ' }
    expect((await post(kind, { author })).body.author).toMatchObject({
      facebook: 'https://www.facebook.com/mypottery',
    })
  })

  test('an update rejects a username and keeps the link', async () => {
    await update(kind, { author: { instagram: 'https://instagram.com/mine' } })
    expect(await update(kind, { author: { instagram: 'nope' } })).toMatchObject({
      status: 400,
      body: { fields: { 'author.instagram': invalidSocialLink.instagram } },
    })
    expect((await update(kind, { author: {} })).body.author).toMatchObject({
      instagram: 'https://instagram.com/mine',
    })
  })

  test('a business email must be exactly one email address', async () => {
    for (const business_email of [
      'nobody',
      'a@b',
      'a@example.com, b@example.com',
      'a@example.com\nBcc: b@example.com',
    ]) {
      expect(await post(kind, { author: { business_email } })).toMatchObject({
        status: 400,
        body: { fields: { 'author.business_email': 'Invalid email address' } },
      })
    }
  })

  test('an update keeps omitted contact details and clears empty ones', async () => {
    await update(kind, { author: { phone: '+1 555 0100', facebook: 'https://facebook.com/mine' } })
    const { body } = await update(kind, { author: { phone: '' } })
    expect(body.author).toMatchObject({ phone: '', facebook: 'https://facebook.com/mine' })
  })
})

describe('the dates of an event', () => {
  test.each([
    '2026-02-30',
    '0000-00-00',
    '99999-01-01',
    '1999-12-31',
    '2200-01-01',
    '2026-11-20T25:00',
    '20.11.2026',
    '',
    null,
    20261120,
  ])('rejects the date %j', async (day) => {
    for (const field of ['startDate', 'endDate']) {
      const { status, body } = await post('event', {
        startDate: '2026-12-01',
        endDate: '2026-12-02',
        [field]: day,
      })
      expect(status).toBe(400)
      expect(Object.keys(body.fields ?? {})).toEqual([field])
    }
  })

  test('an event cannot end before it starts', async () => {
    for (const response of [
      await post('event', { startDate: '2026-12-02', endDate: '2026-12-01' }),
      await update('event', { startDate: '2026-12-02', endDate: '2026-12-01' }),
    ])
      expect(response).toMatchObject({
        status: 400,
        body: { fields: { endDate: expect.stringContaining('before it starts') } },
      })
  })

  test('a new event must not have ended, but may end today', async () => {
    expect(await post('event', { startDate: '2026-11-18', endDate: '2026-11-19' })).toMatchObject({
      status: 400,
      body: { fields: { endDate: expect.stringContaining('already ended') } },
    })
    expect(await post('event', { startDate: '2026-11-18', endDate: '2026-11-20' })).toMatchObject({
      status: 201,
    })
    // An ended event can still be corrected.
    expect(await update('event', { startDate: '2026-11-18', endDate: '2026-11-19' })).toMatchObject({
      status: 200,
    })
  })

  test('a new event is always available; an update sets the availability', async () => {
    expect(await post('event', { event_availability: 'soldout' })).toMatchObject({
      body: { event_availability: 'available' },
    })
    expect(await update('event', { event_availability: 'soldout' })).toMatchObject({
      body: { event_availability: 'soldout' },
    })
    expect(await update('event', { event_availability: 'maybe' })).toMatchObject({ status: 400 })
  })
})

test.each(['0', 'abc', '%00', '99999999999', '..%2f..%2fetc%2fpasswd', "' or 1=1", 'x'.repeat(400)])(
  'the id %s has nothing to change or delete',
  async (id) => {
    for (const kind of kinds) {
      const { update, one } = callsOf(kind)
      for (const { status } of [
        await send(site, 'PUT', update(id), { cookie, body: updateOf(kind) }),
        await send(site, 'DELETE', one(id), { cookie }),
      ])
        expect([400, 404]).toContain(status)
    }
  },
)
