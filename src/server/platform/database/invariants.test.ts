import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createDatabase } from '../../../../test/support/site/app.ts'
import type { Database } from './database.ts'

let database: Database
let service: string
let event: string
let reporter: string
beforeAll(async () => {
  database = (await createDatabase()).database
  service = await createListing(database, { images: Array.from({ length: 10 }, (_, n) => `/${n}.webp`) })
  event = await createListing(database, { kind: 'event' })
  const profile = await database.kysely.selectFrom('profile').select('id').executeTakeFirstOrThrow()
  reporter = profile.id
})

/** Returns the constraint or error code that rejects the statement, or null. */
async function violationOf(statement: ReturnType<typeof sql>): Promise<string | null> {
  try {
    await statement.execute(database.kysely)
    return null
  } catch (error) {
    const { constraint, code } = error as { constraint?: string; code?: string }
    return constraint ?? code ?? String(error)
  }
}

const set = (kind: 'service' | 'event', assignment: string) => {
  const id = kind === 'service' ? service : event
  return violationOf(sql`update listing set ${sql.raw(assignment)} where id = ${id}`)
}

const idOf = (table: string, name: string) => `(select min(id) from ${table} where name = '${name}')`

const violations: [constraint: string, kind: 'service' | 'event', assignment: string][] = [
  ['listing_price_range', 'service', "price = 'NaN'"],
  ['listing_price_range', 'service', 'price = -0.01'],
  ['listing_price_unit', 'service', "price_unit = 'day'"],
  ['listing_price_unit', 'event', "price_unit = ''"],
  ['listing_subcategory_fkey', 'service', `subcategory_id = ${idOf('subcategory', 'Handyman')}`],
  ['listing_subcategory_fkey', 'service', `category_id = ${idOf('category', 'Event Services')}`],
  ['listing_state_fkey', 'service', `state_id = ${idOf('state', 'Ontario')}, city_id = null`],
  ['listing_city_fkey', 'service', `city_id = ${idOf('city', 'Toronto')}`],
  ['listing_city_has_state', 'service', 'state_id = null'],
  ['listing_category_fkey', 'service', 'category_id = 0, subcategory_id = null'],
  ['listing_country_fkey', 'service', 'country_id = 0, state_id = null, city_id = null'],
  ['listing_author_fkey', 'service', 'author_id = gen_random_uuid()'],
  ['listing_event_fields', 'event', 'start_date = null'],
  ['listing_event_fields', 'event', 'end_date = null'],
  ['listing_event_fields', 'event', 'event_availability = null'],
  ['listing_event_fields', 'service', "start_date = '2026-01-01', end_date = '2026-01-01'"],
  ['listing_event_fields', 'service', "event_availability = 'available'"],
  ['listing_event_fields', 'service', "kind = 'event'"],
  ['listing_event_dates', 'event', "start_date = '2026-12-02', end_date = '2026-12-01'"],
  ['listing_event_years', 'event', "start_date = '1999-12-31'"],
  ['listing_event_years', 'event', "end_date = '2200-01-01'"],
  ['listing_event_years', 'event', "end_date = 'infinity'"],
  ['listing_event_availability', 'event', "event_availability = 'maybe'"],
  ['listing_title_length', 'service', "title = ''"],
  ['listing_title_length', 'service', "title = '     '"],
  ['listing_title_length', 'service', "title = 'ab'"],
  ['listing_title_length', 'service', "title = repeat('a', 121)"],
  ['listing_title_length', 'service', "title = E'\\t\\t\\n\\n\\t'"],
  ['listing_title_length', 'service', "title = repeat(U&'\\00A0', 5)"],
  ['listing_title_length', 'service', "title = '  ab  '"],
  ['listing_description_length', 'service', "description = 'nine char'"],
  ['listing_description_length', 'service', "description = '  nine char  '"],
  ['listing_description_length', 'service', "description = repeat(U&'\\200B', 20)"],
  ['listing_description_length', 'service', "description = repeat(' ', 20)"],
  ['listing_description_length', 'service', "description = repeat(E'\\n', 20)"],
  ['listing_description_length', 'service', "description = repeat('a', 10001)"],
  ['listing_status', 'service', "status = 'approved'"],
  ['listing_status', 'service', "status = ''"],
  ['listing_kind', 'service', "kind = 'job'"],
  ['listing_facebook_format', 'service', "facebook = 'javascript:alert(1)'"],
  ['listing_facebook_format', 'service', "facebook = E'javascript:alert(1)//\\nhttps://x.example'"],
  ['listing_instagram_format', 'service', "instagram = 'data:text/html,x'"],
  ['listing_instagram_format', 'service', "instagram = ' https://x.example'"],
  ['listing_phone_length', 'service', "phone = repeat('1', 61)"],
  ['listing_business_email_length', 'service', "business_email = repeat('a', 255)"],
  ['listing_version_positive', 'service', 'version = 0'],
]

test.each(violations)('%s rejects a %s with %s', async (constraint, kind, assignment) => {
  expect(await set(kind, assignment)).toBe(constraint)
})

test.each(["price = 'Infinity'", "price = '-Infinity'", 'price = 10000000', 'price = null', 'title = null'])(
  'rejects a listing with %s',
  async (assignment) => {
    // 22003: out of range for the column's type; 23502: null.
    expect(await set('service', assignment)).toMatch(/^(22003|23502|listing_price_range)$/)
  },
)

test.each([
  'price = 0',
  'price = 9999999.99',
  "price_unit = 'hour'",
  'price_unit = null',
  "title = 'abc'",
  "title = 'a b'",
  "description = 'ten chars!'",
  "facebook = 'https://facebook.example/me'",
])('accepts a listing with %s', async (assignment) => {
  expect(await set('service', assignment)).toBeNull()
})

describe('pictures', () => {
  const attach = (position: number) =>
    violationOf(sql`insert into listing_image (listing_id, position, image_id)
      select ${service}, ${position}, id from image limit 1`)

  test('rejects an eleventh', async () => {
    expect(await attach(10)).toBe('listing_image_position')
    expect(await attach(-1)).toBe('listing_image_position')
  })

  test('rejects two at one position', async () => {
    expect(await attach(3)).toBe('listing_image_pkey')
  })

  test('rejects deleting one that a listing uses', async () => {
    expect(await violationOf(sql`delete from image`)).toBe('listing_image_image_fkey')
  })

  test('rejects one without a size or with a URL that exists', async () => {
    const add = (url: string, width: number) =>
      violationOf(sql`insert into image (id, url, width, height, format, bytes)
        values (${uuid()}, ${url}, ${width}, 1, 'webp', 1)`)
    expect(await add('/new.webp', 0)).toBe('image_size')
    expect(await add('/0.webp', 1)).toBe('image_url_key')
  })
})

describe('reports', () => {
  const report = (by: { account?: string; visitor?: string }, reason = 'spam') =>
    violationOf(sql`insert into report (id, listing_id, reporter_id, visitor_hash, reason)
      values (${uuid()}, ${event}, ${by.account ?? null}, ${by.visitor ?? null}, ${reason})`)

  test('rejects a second one by the same account', async () => {
    expect(await report({ account: reporter })).toBeNull()
    expect(await report({ account: reporter })).toBe('report_account_key')
  })

  test('rejects a second one by the same visitor but accepts one by another', async () => {
    expect(await report({ visitor: 'hash' })).toBeNull()
    expect(await report({ visitor: 'hash' })).toBe('report_visitor_key')
    expect(await report({ visitor: 'other' })).toBeNull()
  })

  test('rejects one by both an account and a visitor, or by neither', async () => {
    expect(await report({ account: reporter, visitor: 'both' })).toBe('report_one_reporter')
    expect(await report({})).toBe('report_one_reporter')
  })

  test('rejects one with an unknown reason', async () => {
    expect(await report({ visitor: 'third' }, 'because')).toBe('report_reason')
  })
})

describe('profiles', () => {
  const add = (email: string) =>
    violationOf(sql`insert into profile (id, email, name) values (${uuid()}, ${email}, 'Name')`)

  test('rejects two with one email, ignoring case', async () => {
    expect(await add('Author@Example.com')).toBe('profile_email_key')
  })

  test('rejects deleting one that has listings', async () => {
    expect(await violationOf(sql`delete from profile`)).toBe('listing_author_fkey')
  })
})

test('rejects invalid slugs, so that no slug looks like an id', async () => {
  for (const slug of ['123', 'Pet', 'a--b', '-a', '']) {
    const violation = violationOf(
      sql`insert into category (name, slug, position) values ('New', ${slug}, 99)`,
    )
    expect(await violation, slug).toBe('category_slug_format')
  }
})
