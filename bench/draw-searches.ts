/** Draws what people search for, and saves it for generated people. */
import { sql } from 'kysely'
import type { StoredSearch } from '../src/server/modules/search/service.ts'
import type { Database } from '../src/server/platform/database/database.ts'
import type { Generator } from './generated-listings/listings.ts'
import { seededRandom } from './seeded-random.ts'

/** The shares of what people save: words of ads, mostly with a place, some only a topic, and few everything in a place. */
export function createSearches(generator: Generator) {
  const random = seededRandom(39)
  /** Skewed: the first are drawn far more often than the last. */
  const skewed = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(items.length * random.next() ** 3)] ?? (items[0] as Item)
  return (): StoredSearch => {
    const { kind, title } = generator.listingAt(Math.floor(generator.count * random.next() ** 2))
    const city = skewed(generator.cities)
    const topic = skewed(generator.topics)
    const roll = random.next()
    const words = title.toLowerCase().match(/[a-z]{4,}/g) ?? ['piano']
    const terms = Array.from({ length: 1 + random.below(2) }, () => random.pick(words))
    const concepts = terms.map((term, at) => ({
      typed: term,
      alternatives: [
        { terms: [term], weight: 1 },
        { terms: [`${term}s`], weight: 1 },
      ],
      topics: at === 0 && roll < 0.25 ? [{ id: topic.id, weight: 1 }] : [],
    }))
    const place = random.next()
    const max = 20 + 10 * random.below(20)
    return {
      concepts: roll < 0.7 ? concepts : [],
      phrases: [],
      filter: {
        kind,
        topics: roll >= 0.7 && roll < 0.97 ? [[topic.id]] : [],
        places: place < 0.5 ? [[city.id]] : place < 0.8 ? [[city.state_id]] : [],
        ranges: random.below(5) === 0 ? [{ field: 'price', max }] : [],
        flags: random.below(10) === 0 ? ['pictures'] : [],
      },
    }
  }
}

/** Saves this many searches of a tenth as many people. */
export async function saveSearches(
  database: Database,
  draw: () => StoredSearch,
  searches: number,
): Promise<void> {
  const { kysely } = database
  await removeSearches(database)
  await sql`
    insert into account (id, name, email, email_verified)
    select gen_random_uuid(), 'Bench', 'searcher' || n || '@users.bench', true from generate_series(1, ${searches / 10}::int) n`.execute(
    kysely,
  )
  await sql`
    insert into profile (id, account_id, email, name)
    select gen_random_uuid(), id, email, name from account where email like 'searcher%@users.bench'`.execute(
    kysely,
  )
  for (let first = 0; first < searches; first += 1_000) {
    const compiled = Array.from({ length: Math.min(1_000, searches - first) }, () => JSON.stringify(draw()))
    await sql`
      insert into search_pattern (kind, query, compiled)
      select distinct on (text) text::jsonb -> 'filter' ->> 'kind', 'bench ' || text, text::jsonb from unnest(${compiled}::text[]) text
      on conflict (kind, query) do nothing`.execute(kysely)
    await sql`
      with person as (
        select id, row_number() over (order by id) as n from profile where email like 'searcher%@users.bench'
      )
      insert into saved_search (id, profile_id, pattern_id, name, frequency)
      select gen_random_uuid(), person.id, pattern.id, 'Bench', 'daily'
      from unnest(${compiled}::text[]) with ordinality drawn(text, n)
      join search_pattern pattern on pattern.query = 'bench ' || text and pattern.kind = text::jsonb -> 'filter' ->> 'kind'
      join person on person.n = 1 + (${first}::int + drawn.n) % ${searches / 10}::int
      on conflict do nothing`.execute(kysely)
  }
  // As autovacuum would soon.
  await sql`analyze account, profile, search_pattern, saved_search`.execute(kysely)
}

export async function removeSearches({ kysely }: Database) {
  await sql`delete from profile where email like 'searcher%@users.bench'`.execute(kysely)
  await sql`delete from account where email like 'searcher%@users.bench'`.execute(kysely)
  await sql`delete from search_pattern where query like 'bench %'`.execute(kysely)
  await sql`delete from listing_to_match`.execute(kysely)
}
