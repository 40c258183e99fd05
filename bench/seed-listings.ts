/**
 * Fills a database with listings distributed like real ones: larger cities have more, most are recent, half are events,
 * and some of those have ended. Deterministic.
 */
import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Database } from '../src/server/platform/database/database.ts'
import { priceUnits } from '../src/shared/price.ts'
import { seededRandom } from './seeded-random.ts'

/** A third of the prices have no unit. */
const units = [null, null, ...priceUnits]

const openings = [
  'Reliable',
  'Friendly',
  'Weekend',
  'Affordable',
  'Experienced',
  'Same-day',
  'Evening',
  'Patient',
  'Certified',
  'Neighborhood',
  'Family-run',
  'Flexible',
  'Honest',
  'Local',
  'Beginner-friendly',
]
const closings = [
  'for busy families',
  'near you',
  'by the hour',
  'with references',
  'at fair prices',
  'on short notice',
  'for small homes',
  'for all ages',
  'this season',
  'done right',
  'for seniors',
  'with a smile',
]
const sentences = [
  'I have done this for more than eight years and most of my work comes from people telling their neighbors.',
  'Weekday evenings and Saturday mornings work best; Sundays are for my own family.',
  'The price covers the first hour, and I bring every tool and all of the supplies.',
  'Parking is easy on our street, and the bus stops just around the corner.',
  'Please log me a little about what you need, and I will answer the same day.',
  'There is no charge for a short first meeting, and no contract to sign.',
  'I speak English and Spanish, and a little Portuguese.',
  'Everything is insured, and I am glad to share the numbers of past clients.',
  'Larger jobs take a small deposit; the rest is due when you are happy.',
  'Materials are bought at cost, with the receipts handed to you.',
  'Doors open thirty minutes early and there is coffee, tea and homemade lemonade.',
  'Bring water, comfortable shoes and a friend who has never been here before.',
  'Children under ten are free, and the room is reachable by wheelchair.',
  'Rain moves us to the gym next door; nothing is canceled unless we write.',
]

const batchSize = 2_000

type City = { id: number; state_id: number; country_id: number; cumulativeWeight: number }

/** Adds listings until there are `target`. A million takes several minutes, once. */
export async function seedListings(database: Database, target: number, log: (text: string) => void) {
  const { count } = await database.kysely
    .selectFrom('listing')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= target) return
  log(`Loading ${(target - count).toLocaleString('en-US')} listings. This happens once.`)
  await addListings(database, target - count, (done) => done % 20_000 === 0 && log(`  ${done}`))
}

/** Also vacuums and analyzes the tables. */
async function addListings({ kysely }: Database, count: number, log: (done: number) => void): Promise<void> {
  const random = seededRandom(20_250_322)
  const authors = Array.from({ length: 500 }, (_, index) => ({
    id: v7(),
    email: `seller${index}@example.com`,
    name: `Seller ${index}`,
  }))
  await kysely
    .insertInto('profile')
    .values(authors)
    .onConflict((row) => row.doNothing())
    .execute()
  const sellers = await kysely.selectFrom('profile').select('id').where('email', 'like', 'seller%').execute()
  const topics = await kysely
    .selectFrom('subcategory')
    .innerJoin('category', 'category.id', 'subcategory.category_id')
    .select(['subcategory.id', 'category_id', 'subcategory.name'])
    .orderBy('subcategory.id')
    .execute()
  const { rows: cities } = await sql<City>`
    select city.id, state_id, country_id, sum(sqrt(population)) over (order by city.id)::float8 as "cumulativeWeight"
    from city join state on state.id = city.state_id order by city.id`.execute(kysely)
  const totalWeight = cities.at(-1)?.cumulativeWeight ?? 0

  for (let done = 0; done < count; done += batchSize) {
    const rows = Array.from({ length: Math.min(batchSize, count - done) }, (_, index) => {
      const topic = random.pick(topics)
      const city = cityAt(cities, random.next() * totalWeight)
      const isEvent = (done + index) % 2 === 1
      const starts = random.below(240) - 60
      const text = Array.from({ length: 3 + random.below(5) }, () => random.pick(sentences))
      return {
        id: v7(),
        kind: isEvent ? 'event' : 'service',
        author_id: random.pick(sellers).id,
        title: `${random.pick(openings)} ${topic.name.toLowerCase()} ${random.pick(closings)}`,
        description: text.join(' '),
        price: random.below(40_000) / 100,
        // Draws no random number, so that the other values stay those of earlier runs.
        price_unit: units[Math.floor((done + index) / 2) % units.length],
        category_id: topic.category_id,
        subcategory_id: topic.id,
        country_id: city?.country_id,
        state_id: city?.state_id,
        city_id: city?.id,
        days_ago: random.next() ** 2 * 365,
        starts: isEvent ? starts : null,
        ends: isEvent ? starts + (random.below(4) === 0 ? random.below(20) : 0) : null,
      }
    })
    await sql`
      insert into listing (id, kind, author_id, title, description, price, price_unit, category_id, subcategory_id,
        country_id, state_id, city_id, event_availability, start_date, end_date, posted)
      select id, kind, author_id, title, description, price, price_unit, category_id, subcategory_id, country_id, state_id,
        city_id, case kind when 'event' then 'available' end, current_date + starts, current_date + ends,
        now() - days_ago * interval '1 day'
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, kind text, author_id uuid, title text,
        description text, price numeric, price_unit text, category_id int, subcategory_id int, country_id int, state_id int, city_id int,
        days_ago float8, starts int, ends int)`.execute(kysely)
    log(done + rows.length)
  }
  await addPictures({ kysely })
  await sql`select compact_listing_counts()`.execute(kysely)
  for (const table of ['listing', 'listing_index', 'listing_image', 'listing_count']) {
    await sql`vacuum (analyze) ${sql.ref(table)}`.execute(kysely)
  }
}

/** Returns the first city whose cumulative weight is at least `weight`. */
function cityAt(cities: City[], weight: number): City | undefined {
  let low = 0
  let high = cities.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cities[middle]?.cumulativeWeight ?? 0) < weight) low = middle + 1
    else high = middle
  }
  return cities[low]
}

/** Gives every listing its own picture. The files do not exist. */
async function addPictures({ kysely }: Pick<Database, 'kysely'>) {
  await sql`
    insert into image (id, url, width, height, format, bytes)
    select id, '/demo-pictures/' || id || '.svg', 1200, 800, 'svg', 5000 from listing
    on conflict do nothing`.execute(kysely)
  await sql`
    insert into listing_image (listing_id, position, image_id) select id, 0, id from listing
    on conflict do nothing`.execute(kysely)
}
