/** Seeds what the admins of a large site see: users, reports, hidden and deleted listings, messages, and an audit log. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../src/server/platform/database/database.ts'

const userCount = 200_000
/** One in this many listings is reported, hidden, or deleted. */
const oneIn = { reported: 51, hidden: 201, deleted: 41 }
const messageCount = 50_000
const auditEntryCount = 100_000

/** Adds people without listings. Does nothing if they exist. */
export async function seedUsers({ kysely }: Database, log: (text: string) => void) {
  if ((await count(kysely, 'profile')) >= userCount) return
  log(`Adding ${userCount.toLocaleString('en-US')} users. This happens once.`)
  await kysely.transaction().execute(async (tx) => {
    await sql`
      create temporary table new_user on commit drop as
      select uuidv7() as id, uuidv7() as account_id, n,
        (array['Ana', 'Ben', 'Chidi', 'Dora', 'Emil', 'Fatma', 'Goran', 'Hana', 'Ivo', 'Jun'])[1 + n % 10] || ' ' ||
        (array['Adler', 'Brook', 'Castro', 'Dunn', 'Ekberg', 'Fox', 'Garcia', 'Holm', 'Ito'])[1 + n % 9] || ' ' || n as name,
        now() - random() ^ 2 * interval '700 days' as created
      from generate_series(1, ${userCount}) n`.execute(tx)
    await sql`
      insert into account (id, name, email, email_verified, created)
      select account_id, name, 'seller-' || n || '@example.com', true, created from new_user`.execute(tx)
    await sql`
      insert into profile (id, account_id, email, name, created)
      select id, account_id, 'seller-' || n || '@example.com', name, created from new_user`.execute(tx)
  })
  await vacuum(kysely, ['account', 'profile', 'profile_count'])
}

/** Adds reports, decisions, messages, and audit entries for the existing listings. Does nothing if they exist. */
export async function seedModeration({ kysely }: Database, log: (text: string) => void) {
  if ((await count(kysely, 'audit_entry')) >= auditEntryCount) return
  log('Adding reports, decisions, messages, and audit entries. This happens once.')
  await kysely.transaction().execute(async (tx) => {
    const everyNth = (share: number, rest: number) =>
      sql`(select id from (select id, row_number() over (order by id) as n from listing) l where n % ${share} = ${rest})`
    await sql`update listing set status = 'hidden' where id in ${everyNth(oneIn.hidden, 1)}`.execute(tx)
    await sql`
      update listing set previous_status = status, status = 'deleted', deleted = now() - random() * interval '29 days'
      where id in ${everyNth(oneIn.deleted, 2)}`.execute(tx)
    await sql`update listing set status = 'reported' where id in ${everyNth(oneIn.reported, 3)}`.execute(tx)
    await sql`
      insert into report (id, listing_id, visitor_hash, reason, note, created)
      select uuidv7(), id, 'visitor ' || n, (array['spam', 'scam', 'duplicate', 'other'])[1 + (random() * 3)::int],
        'Someone else posted this before.', now() - random() * interval '60 days'
      from listing, generate_series(1, 2) n where status = 'reported'`.execute(tx)
    await sql`
      insert into contact_message (id, name, email, message, status, created)
      select uuidv7(), 'Writer ' || n, 'writer-' || n || '@example.com', 'Message number ' || n || ': '
          || repeat('I found an ad that I would like to ask you about. ', 6),
        case when n % 20 = 0 then 'sent' else 'done' end, now() - random() * interval '300 days'
      from generate_series(1, ${messageCount}) n`.execute(tx)
    await sql`
      insert into audit_entry (at, actor_id, action, target_type, target_id, reason)
      select now() - (${auditEntryCount} - n) * interval '2 minutes', null, 'listing.approve', 'listing', id::text, ''
      from (select id, row_number() over (order by id) as n from listing) l where n <= ${auditEntryCount} order by n`.execute(
      tx,
    )
  })
  await sql`select compact_listing_counts()`.execute(kysely)
  await vacuum(kysely, [
    'listing',
    'listing_index',
    'listing_count',
    'report',
    'report_case',
    'contact_message',
    'audit_entry',
  ])
}

async function count(kysely: Database['kysely'], table: string): Promise<number> {
  const query: RawBuilder<{ count: number }> = sql`select count(*)::int as count from ${sql.table(table)}`
  const { rows } = await query.execute(kysely)
  return rows[0]?.count ?? 0
}

async function vacuum(kysely: Database['kysely'], tables: string[]) {
  for (const table of tables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(kysely)
}
