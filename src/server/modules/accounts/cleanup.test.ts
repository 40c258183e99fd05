import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser, send, signIn } from '../../../../test/support/data/accounts.ts'
import { createDatabase, createTestApp } from '../../../../test/support/site/app.ts'
import { defaultRetention } from '../../../shared/settings/default-values.ts'
import { deleteExpiredSessions } from './jobs.ts'

test('deletes expired sessions, tokens, and rate limit hits, and nothing else', async () => {
  const site = await createTestApp(undefined, { realSessions: true, rateLimit: 10 })
  const run = (query: ReturnType<typeof sql>) => query.execute(site.database.kysely)
  const { email } = await createUser(site.database)
  const [expired, active] = [await signIn(site, email), await signIn(site, email)]
  await run(sql`update account_session set expires = now() - interval '1 minute'
    where id = (select id from account_session order by created limit 1)`)
  await run(sql`insert into account_token (id, identifier, value, expires)
    values ('old', 'a', 'a', now() - interval '1 minute'), ('new', 'b', 'b', now() + interval '1 minute')`)
  await run(
    sql`insert into rate_limit_hit (bucket, at) values ('old', now() - interval '2 days'), ('new', now())`,
  )
  await run(
    sql`insert into request_budget (key, full_at, spent)
      values ('full budget', now() - interval '1 second', '5 seconds'), ('budget', now() + interval '1 minute', '5 seconds')`,
  )

  await deleteExpiredSessions(site.database, defaultRetention.accountNetworks)
  expect((await send(site, 'GET', '/session', { cookie: expired })).body).toBeNull()
  expect((await send(site, 'GET', '/session', { cookie: active })).body).toMatchObject({ email })
  const { rows } = await run(sql`select id as remaining from account_token
    union all select bucket from rate_limit_hit where bucket in ('old', 'new')
    union all select key from request_budget order by remaining`)
  expect(rows).toEqual([{ remaining: 'budget' }, { remaining: 'new' }, { remaining: 'new' }])
  expect((await run(sql`select from account_session`)).rows).toHaveLength(1)
})

test('deletes accounts whose email was not verified within a week', async () => {
  const site = await createTestApp()
  const people = {
    abandoned: await createUser(site.database, { verified: false }),
    recent: await createUser(site.database, { verified: false }),
    verified: await createUser(site.database),
  }
  await sql`update account set created = now() - interval '8 days'
    where id in (${people.abandoned.accountId}, ${people.verified.accountId})`.execute(site.database.kysely)
  await deleteExpiredSessions(site.database, defaultRetention.accountNetworks)
  const { rows } = await sql<{ id: string }>`select id from account`.execute(site.database.kysely)
  expect(rows.map(({ id }) => id).sort()).toEqual([people.recent.accountId, people.verified.accountId].sort())
})

test('deletes suspensions of deleted accounts once they have expired', async () => {
  const { database } = await createDatabase()
  await sql`insert into retained_suspension (identity_hashes, suspended_at, reason, expires)
    values ('{a}', now(), 'old', now() - interval '1 second'), ('{b}', now(), 'new', now() + interval '1 day')`.execute(
    database.kysely,
  )
  await deleteExpiredSessions(database, defaultRetention.accountNetworks)
  const { rows } = await sql`select reason from retained_suspension`.execute(database.kysely)
  expect(rows).toEqual([{ reason: 'new' }])
})
