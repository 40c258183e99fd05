/** Inserts rows for tests, with defaults for everything that a test does not set. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import {
  planOccurrences,
  type SchedulePart,
} from '../../../src/server/modules/listings/schedule/occurrences.ts'
import { storeSchedule } from '../../../src/server/modules/listings/schedule/store.ts'
import type { Connection, Database } from '../../../src/server/platform/database/database.ts'
import type { ListingStatus } from '../../../src/shared/listing.ts'
import type { PriceUnit } from '../../../src/shared/price.ts'

export type ListingOverrides = Partial<{
  id: string
  kind: 'service' | 'event'
  title: string
  description: string
  price: number
  priceUnit: PriceUnit | null
  category: string
  subcategory: string | null
  country: string
  state: string | null
  city: string | null
  status: ListingStatus
  posted: string
  authorEmail: string
  phone: string
  availability: 'available' | 'soldout'
  startDate: string
  endDate: string
  images: string[]
  /** The first date of the event is from `startDate` to `endDate`. */
  schedule: Partial<Omit<SchedulePart, 'part' | 'startDate' | 'endDate'>>
  /** Columns of `event_details`. */
  eventDetails: Record<string, string | number | boolean | null>
}>

let listingCount = 0

/** Returns a title with a word that no other listing has, for tests that share a site. */
export const uniqueTitle = (words: string): string =>
  `${words} ${uuid()
    .slice(-12)
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`

/** Inserts many listings quickly, each posted a minute before the previous one. `{n}` in the title is its number. */
export async function createManyListings(
  { kysely }: Database,
  count: number,
  {
    kind = 'service',
    title = 'Listing number {n}',
    price = 35,
  }: Pick<ListingOverrides, 'kind' | 'title' | 'price'> = {},
): Promise<void> {
  const day = kind === 'event' ? '2026-12-01' : null
  await sql`insert into profile (id, email, name) values (${uuid()}, 'author@example.com', 'Author') on conflict do nothing`.execute(
    kysely,
  )
  // In batches: statements have a timeout of a few seconds.
  for (let first = 1; first <= count; first += 250) {
    await sql`
      insert into listing (id, kind, author_id, title, description, price, category_id, subcategory_id, country_id,
        state_id, city_id, event_availability, start_date, end_date, posted)
      select gen_random_uuid(), ${kind}, profile.id, replace(${title}, '{n}', n::text),
        'What is offered, said in a sentence or two.', ${price}, category.id, subcategory.id, country.id, state.id, city.id,
        ${kind === 'event' ? 'available' : null}, ${day}::date, ${day}::date,
        timestamptz '2026-09-01T12:00:00Z' - n * interval '1 minute'
      from generate_series(${first}::int, ${Math.min(first + 249, count)}::int) n, profile, category, subcategory, country, state, city
      where profile.email = 'author@example.com'
        and category.name = 'Pet Services'
        and subcategory.category_id = category.id and subcategory.name = 'Dog Walking'
        and country.name = 'United States'
        and state.country_id = country.id and state.name = 'Texas'
        and city.state_id = state.id and city.name = 'Austin'`.execute(kysely)
  }
}

export async function setStatus({ kysely }: Database, id: string, status: ListingStatus): Promise<void> {
  await kysely.updateTable('listing').set({ status }).where('id', '=', id).execute()
}

/** Inserts a listing and returns its id. By default, each listing is posted later than the previous one. */
export async function createListing({ kysely }: Database, overrides: ListingOverrides = {}): Promise<string> {
  const id = overrides.id ?? uuid()
  const email = overrides.authorEmail ?? 'author@example.com'
  listingCount += 1
  const listing = {
    kind: 'service',
    title: `Listing number ${listingCount}`,
    description: 'What is offered, said in a sentence or two.',
    price: 35,
    priceUnit: null,
    category: 'Pet Services',
    subcategory: 'Dog Walking',
    country: 'United States',
    state: 'Texas',
    city: 'Austin',
    status: 'active',
    posted: new Date(Date.UTC(2026, 9, 1, 12, 0, listingCount)).toISOString(),
    phone: '',
    images: [],
    ...overrides,
  }
  const isEvent = listing.kind === 'event'
  const startDate = isEvent ? (overrides.startDate ?? '2026-12-01') : null
  const endDate = isEvent ? (overrides.endDate ?? startDate) : null
  await sql`insert into profile (id, email, name) values (${uuid()}, ${email}, 'Author') on conflict do nothing`.execute(
    kysely,
  )
  await sql`
    insert into listing (id, kind, author_id, status, title, description, price, price_unit, category_id, subcategory_id,
      country_id, state_id, city_id, phone, event_availability, start_date, end_date, posted)
    select ${id}, ${listing.kind}, profile.id, ${listing.status}, ${listing.title}, ${listing.description}, ${listing.price},
      ${listing.priceUnit}, category.id, subcategory.id, country.id, state.id, city.id, ${listing.phone},
      ${isEvent ? (overrides.availability ?? 'available') : null}, ${startDate}::date, ${endDate}::date, ${listing.posted}
    from profile
    join category on category.name = ${listing.category}
    join country on country.name = ${listing.country}
    left join subcategory on subcategory.category_id = category.id and subcategory.name = ${listing.subcategory}
    left join state on state.country_id = country.id and state.name = ${listing.state}
    left join city on city.state_id = state.id and city.name = ${listing.city}
    where profile.email = ${email}`.execute(kysely)
  if (overrides.eventDetails)
    await kysely
      .insertInto('event_details')
      .values({ ...overrides.eventDetails, listing_id: id })
      .execute()
  for (const [position, url] of listing.images.entries()) {
    await sql`insert into image (id, url, width, height, format, bytes)
      values (${uuid()}, ${url}, 1200, 800, 'webp', 1000) on conflict do nothing`.execute(kysely)
    await sql`insert into listing_image (listing_id, position, image_id)
      select ${id}, ${position}, id from image where url = ${url}`.execute(kysely)
  }
  if (overrides.schedule && startDate && endDate) {
    const days = { part: 0, startDate, endDate, startTime: null, endTime: null, doorsTime: null }
    const part = { ...days, rule: null, exceptions: [], ...overrides.schedule }
    await kysely.transaction().execute((tx) => addSchedule(tx, id, part))
  }
  return id
}

/** Stores a schedule as of the first day. */
async function addSchedule(tx: Connection, id: string, part: SchedulePart) {
  const { rows } = await sql<{ timeZone: string }>`
    select place_time_zone(city_id, state_id, country_id) as "timeZone" from listing where id = ${id}`.execute(
    tx,
  )
  const timeZone = rows[0]?.timeZone ?? 'UTC'
  const plan = planOccurrences(part, timeZone, part.startDate)
  await storeSchedule(tx, id, [{ ...part, plan }], new Date(part.startDate))
  const days = plan.occurrences.map(({ endDate }) => endDate)
  await sql`update listing set start_date = ${plan.occurrences[0]?.startDate}, end_date = ${days.toSorted().at(-1)}
    where id = ${id}`.execute(tx)
}
