/** Fills the tables that are derived from listings, set by set instead of by trigger. */
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/database.ts'

const batchSize = 10_000
const derivedTables = ['listing_index', 'listing_count', 'search_word', 'search_spelling'] as const

/** Continues where an interrupted run stopped. */
export async function fillDerivedTables({ kysely }: Database, log: (text: string) => void) {
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
          listing_search_words(batch::listing) || listing_markers(batch::listing)
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
  await fillSearchWords({ kysely })
  await sql`select compact_listing_counts()`.execute(kysely)
  const rate = done / ((performance.now() - started) / 1000)
  log(`  derived tables filled: ${Math.round(rate).toLocaleString('en-US')} listings/s`)
}

async function fillSearchWords({ kysely }: Pick<Database, 'kysely'>) {
  await sql`
    insert into search_word (word, stem)
    select word, coalesce((ts_lexize('english_stem', word))[1], word)
    from ts_stat($$
      select to_tsvector('plain_words', normalize_words(title || ' ' || description)) from listing
      union all select to_tsvector('plain_words', normalize_words(name)) from category
      union all select to_tsvector('plain_words', normalize_words(name)) from subcategory
      union all select to_tsvector('plain_words', normalize_words(name)) from city
      union all select to_tsvector('plain_words', normalize_words(name)) from state
      union all select to_tsvector('plain_words', normalize_words(name)) from country
    $$)
    where length(word) between 3 and 40 and word ~ '^[[:alpha:]]+$'
    order by word
    on conflict do nothing`.execute(kysely)
  await sql`
    insert into search_spelling (spelling, word)
    select spelling, word from search_word, spellings(word) spelling
    on conflict do nothing`.execute(kysely)
}

export async function vacuum({ kysely }: Database) {
  for (const table of ['profile', 'listing', 'image', 'listing_image', ...derivedTables])
    await sql`vacuum (analyze) ${sql.ref(table)}`.execute(kysely)
}
