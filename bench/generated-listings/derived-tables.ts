/**
 * Fills the tables that are derived from listings, set by set instead of by trigger, and the search index. The column
 * `words` stays empty: nothing reads it any more.
 */
import { sql } from 'kysely'
import { rebuildIndex } from '../../src/server/modules/search/store/build.ts'
import type { Database } from '../../src/server/platform/database/database.ts'

const batchSize = 10_000
const derivedTables = ['listing_index', 'listing_count'] as const

/** Continues where an interrupted run stopped. */
export async function fillDerivedTables(database: Database, log: (text: string) => void) {
  const { kysely } = database
  const started = performance.now()
  let done = 0
  let last: string | null = '00000000-0000-0000-0000-000000000000'
  while (last !== null) {
    const { rows }: { rows: { last: string | null; added: number }[] } = await sql<{
      last: string | null
      added: number
    }>`
      with batch as materialized (
        select * from listing l where id > ${last} order by id limit ${sql.lit(batchSize)}
      ), added as (
        insert into listing_index (listing_id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted,
          price, start_date, end_date, ended, on_now, words)
        select id, kind, category_id, subcategory_id, country_id, state_id, city_id, posted, price, start_date, end_date,
          coalesce(end_date < current_date, false),
          coalesce(start_date < current_date and end_date >= current_date, false),
          ''::tsvector
        from batch
        on conflict do nothing
        returning 1
      )
      select (select max(id::text) from batch) as last, (select count(*)::int from added) as added`.execute(
      kysely,
    )
    last = rows[0]?.last ?? null
    done += rows[0]?.added ?? 0
    if (done % 100_000 === 0 && last !== null) log(`  ${done.toLocaleString('en-US')} indexed`)
  }
  await sql`select compact_listing_counts()`.execute(kysely)
  const rate = done / ((performance.now() - started) / 1000)
  log(`  derived tables filled: ${Math.round(rate).toLocaleString('en-US')} listings/s`)
  const indexing = performance.now()
  const indexed = await rebuildIndex(database, { restart: true })
  const indexRate = indexed / ((performance.now() - indexing) / 1000)
  log(`  search index built: ${Math.round(indexRate).toLocaleString('en-US')} listings/s`)
}

export async function vacuum({ kysely }: Database) {
  for (const table of ['profile', 'listing', 'image', 'listing_image', ...derivedTables])
    await sql`vacuum (analyze) ${sql.ref(table)}`.execute(kysely)
}
