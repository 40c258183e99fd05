/**
 * Multiplies the listings of a database by copying them with new ids and times. Almost all the cost of inserting a
 * listing is extracting its search words; a copy reuses the words of its source.
 */
import { sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'

const batchSize = 20_000

export async function copyListings({ kysely }: Database, target: number, log: (text: string) => void) {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from listing`.execute(kysely)
  let count = rows[0]?.count ?? 0
  if (count >= target) return
  if (count === 0) throw new Error('There are no listings to copy.')
  log(`Copying ${(target - count).toLocaleString('en-US')} listings. This happens once.`)
  while (count < target) {
    count += await copyBatch({ kysely }, Math.min(batchSize, target - count))
    if (count % 100_000 < batchSize) log(`  ${count}`)
  }
  await sql`select compact_listing_counts()`.execute(kysely)
  for (const table of ['listing', 'listing_index', 'listing_count']) {
    await sql`vacuum (analyze) ${sql.ref(table)}`.execute(kysely)
  }
}

/** Copies the oldest listings. Disables the trigger that extracts search words; the triggers that count still run. */
async function copyBatch({ kysely }: Pick<Database, 'kysely'>, count: number): Promise<number> {
  return kysely.transaction().execute(async (tx) => {
    await sql`alter table listing disable trigger listing_index_sync`.execute(tx)
    const { rows } = await sql<{ copied: number }>`
      with source as materialized (
        select id, uuidv7() as copy, posted - random() * interval '1 year' as posted
        from listing where status = 'active' order by id limit ${sql.lit(count)}
      ), listings as (
        insert into listing (id, kind, author_id, title, description, price, price_unit, category_id, subcategory_id,
          country_id, state_id, city_id, event_availability, start_date, end_date, posted, images, placeholders)
        select copy, kind, author_id, title, description, price, price_unit, category_id, subcategory_id, country_id,
          state_id, city_id, event_availability, start_date, end_date, source.posted, images, placeholders
        from source join listing using (id)
      ), indexed as (
        insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted, price,
          start_date, end_date, start_minute, end_minute, ended, on_now, words)
        select copy, kind, category_id, subcategory_id, country_id, state_id, city_id, source.posted, price,
          start_date, end_date, start_minute, end_minute, ended, on_now, words
        from source join listing_index on listing_id = id
        returning 1
      ), states as (
        insert into event_state (listing_id, since, until)
        select copy, since, until from source join event_state on listing_id = id
      )
      select count(*)::int as copied from indexed`.execute(tx)
    await sql`alter table listing enable trigger listing_index_sync`.execute(tx)
    return rows[0]?.copied ?? 0
  })
}
