/**
 * Brings a database that has listings to many more of them: copies under ids and times of their own. Nearly all of what a
 * listing costs to write is reading its words; a copy takes over those that were read.
 */
import { sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'

const batch = 20_000

export async function copyListings({ kysely }: Database, wanted: number, tell: (text: string) => void) {
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from listing`.execute(
    kysely,
  )
  let count = counted[0]?.count ?? 0
  if (count >= wanted) return
  if (count === 0) throw new Error('There is no listing to copy.')
  tell(`Copying ${(wanted - count).toLocaleString('en-US')} listings; this is done once.`)
  while (count < wanted) {
    count += await copySome({ kysely }, Math.min(batch, wanted - count))
    if (count % 100_000 < batch) tell(`  ${count}`)
  }
  await sql`select compact_listing_counts()`.execute(kysely)
  for (const table of ['listing', 'listing_index', 'listing_count']) {
    await sql`vacuum (analyze) ${sql.ref(table)}`.execute(kysely)
  }
}

/** Of the oldest ones. The trigger that reads a listing's words is the one that is left out; the counts follow. */
async function copySome({ kysely }: Pick<Database, 'kysely'>, count: number): Promise<number> {
  return kysely.transaction().execute(async (tx) => {
    await sql`alter table listing disable trigger listing_index_sync`.execute(tx)
    const { rows } = await sql<{ copied: number }>`
      with source as materialized (
        select id, uuidv7() as copy, posted - random() * interval '1 year' as posted
        from listing where status = 'active' order by id limit ${sql.lit(count)}
      ), listings as (
        insert into listing (id, kind, author_id, title, description, price, category_id, subcategory_id, country_id,
          state_id, city_id, event_availability, start_date, end_date, posted, images, placeholders)
        select copy, kind, author_id, title, description, price, category_id, subcategory_id, country_id,
          state_id, city_id, event_availability, start_date, end_date, source.posted, images, placeholders
        from source join listing using (id)
      ), browsed as (
        insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted, price,
          start_date, end_date, ended, words)
        select copy, kind, category_id, subcategory_id, country_id, state_id, city_id, source.posted, price,
          start_date, end_date, ended, words
        from source join listing_index on listing_id = id
        returning 1
      )
      select count(*)::int as copied from browsed`.execute(tx)
    await sql`alter table listing enable trigger listing_index_sync`.execute(tx)
    return rows[0]?.copied ?? 0
  })
}
