/** What admins of a large site have before them: many people, many reports, what was hidden and removed, messages, a log. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'

const people = 200_000
/** One listing of so many is reported, hidden, removed. */
const shares = { reported: 51, hidden: 201, deleted: 41 }
const messages = 50_000
const entries = 100_000

/** Sellers, so that the listings loaded afterwards are spread over them. Done once. */
export async function addPeople({ kysely }: Database, tell: (text: string) => void) {
  if ((await count(kysely, 'profile')) >= people) return
  tell(`Adding ${people.toLocaleString('en-US')} people; this is done once.`)
  await kysely.transaction().execute(async (tx) => {
    await sql`
      create temporary table person on commit drop as
      select uuidv7() as id, uuidv7() as account_id, n,
        (array['Ana', 'Ben', 'Chidi', 'Dora', 'Emil', 'Fatma', 'Goran', 'Hana', 'Ivo', 'Jun'])[1 + n % 10] || ' ' ||
        (array['Adler', 'Brook', 'Castro', 'Dunn', 'Ekberg', 'Fox', 'Garcia', 'Holm', 'Ito'])[1 + n % 9] || ' ' || n as name,
        now() - random() ^ 2 * interval '700 days' as created
      from generate_series(1, ${people}) n`.execute(tx)
    await sql`
      insert into account (id, name, email, email_verified, created)
      select account_id, name, 'seller-' || n || '@example.com', true, created from person`.execute(tx)
    await sql`
      insert into profile (id, account_id, email, name, created)
      select id, account_id, 'seller-' || n || '@example.com', name, created from person`.execute(tx)
  })
  await settle(kysely, ['account', 'profile', 'profile_count'])
}

/** Reports, decisions, messages and the log, once the listings are there. Done once. */
export async function addWork({ kysely }: Database, tell: (text: string) => void) {
  if ((await count(kysely, 'audit_entry')) >= entries) return
  tell('Adding reports, decisions, messages and a log; this is done once.')
  await kysely.transaction().execute(async (tx) => {
    const each = (share: number, rest: number) =>
      sql`(select id from (select id, row_number() over (order by id) as n from listing) l where n % ${share} = ${rest})`
    await sql`update listing set status = 'hidden' where id in ${each(shares.hidden, 1)}`.execute(tx)
    await sql`
      update listing set previous_status = status, status = 'deleted', deleted = now() - random() * interval '29 days'
      where id in ${each(shares.deleted, 2)}`.execute(tx)
    await sql`update listing set status = 'reported' where id in ${each(shares.reported, 3)}`.execute(tx)
    await sql`
      insert into report (id, listing_id, visitor_hash, reason, note, created)
      select uuidv7(), id, 'visitor ' || n, (array['spam', 'scam', 'duplicate', 'other'])[1 + (random() * 3)::int],
        'This was posted by somebody else before.', now() - random() * interval '60 days'
      from listing, generate_series(1, 2) n where status = 'reported'`.execute(tx)
    await sql`
      insert into contact_message (id, name, email, message, status, created)
      select uuidv7(), 'Writer ' || n, 'writer-' || n || '@example.com', 'Message number ' || n || ': '
          || repeat('I found an ad that I would like to ask you about. ', 6),
        case when n % 20 = 0 then 'sent' else 'done' end, now() - random() * interval '300 days'
      from generate_series(1, ${messages}) n`.execute(tx)
    await sql`
      insert into audit_entry (at, actor_id, action, target_type, target_id, reason)
      select now() - (${entries} - n) * interval '2 minutes', null, 'listing.approve', 'listing', id::text, ''
      from (select id, row_number() over (order by id) as n from listing) l where n <= ${entries} order by n`.execute(
      tx,
    )
  })
  await sql`select compact_listing_counts()`.execute(kysely)
  await settle(kysely, [
    ...[
      'listing',
      'listing_index',
      'listing_count',
      'report',
      'report_case',
      'contact_message',
      'audit_entry',
    ],
  ])
}

async function count(kysely: Database['kysely'], table: string): Promise<number> {
  const query: RawBuilder<{ count: number }> = sql`select count(*)::int as count from ${sql.table(table)}`
  const { rows } = await query.execute(kysely)
  return rows[0]?.count ?? 0
}

async function settle(kysely: Database['kysely'], tables: string[]) {
  for (const table of tables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(kysely)
}
