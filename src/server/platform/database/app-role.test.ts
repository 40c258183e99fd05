import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser } from '../../../../test/support/data/accounts.ts'
import { createWithAppRole } from '../../../../test/support/site/app-role.ts'
import { StartError } from '../../config/start-error.ts'
import { appRole } from './app-role.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

const run = ({ kysely }: Database, statement: string) => sql.raw(statement).execute(kysely)
const insertEntry = `insert into audit_entry (actor_id, actor_address, action, target_type, target_id, reason)
  select id, '', 'listing.hide', 'listing', 'x', '' from profile limit 1`

test('G1 the role of the site adds to the audit log and reads it, but cannot change it', async () => {
  const { owner, app } = await createWithAppRole()
  await createUser(owner)
  await run(app, insertEntry)
  expect((await run(app, 'select action from audit_entry')).rows).toEqual([{ action: 'listing.hide' }])
  for (const statement of [
    `update audit_entry set reason = 'x'`,
    'delete from audit_entry',
    'truncate audit_entry',
    'alter table audit_entry disable trigger all',
    'drop trigger audit_entry_append_only on audit_entry',
    'set session_replication_role = replica',
    'create or replace function audit_entry_append_only() returns trigger language plpgsql as $$ begin return new; end $$',
    `alter role ${appRole} superuser`,
    'set role corkboard',
    'drop table audit_entry cascade',
  ])
    await expect(run(app, statement), statement).rejects.toMatchObject({ code: '42501' })
  expect((await run(owner, 'select count(*) from audit_entry')).rows).toEqual([{ count: 1 }])
})

test('the role of the site cannot reach files or programs of the machine', async () => {
  const { app } = await createWithAppRole()
  for (const statement of [
    `select pg_read_file('/etc/passwd')`,
    `copy profile to program 'true'`,
    `copy profile to '/tmp/x'`,
    'create table note (id int)',
  ])
    await expect(run(app, statement), statement).rejects.toMatchObject({ code: '42501' })
})

test('the role of the site starts on a migrated database, and says who has to migrate another one', async () => {
  const { owner, app } = await createWithAppRole()
  expect(await migrate(app)).toEqual([])
  const { rows } = await run(
    owner,
    'delete from migration where name = (select max(name) from migration) returning name',
  )
  expect(rows).toHaveLength(1)
  await expect(migrate(app)).rejects.toThrow(StartError)
})
