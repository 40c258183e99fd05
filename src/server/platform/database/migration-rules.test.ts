import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { problemsOf } from '../../../../test/support/checks/migration-rules.ts'
import { migrationsFolder, readMigration, readMigrationNames } from './migration-files.ts'

const previous = (await readFile(new URL('previous-version.txt', migrationsFolder), 'utf8')).trim()
const names = await readMigrationNames()

test('the newest migration of the previous version exists', () => {
  expect(names).toContain(previous)
})

test('X21 the previous version can run on the schema of all later migrations', async () => {
  for (const name of names.filter((name) => name > previous))
    expect(problemsOf(await readMigration(name)), name).toEqual([])
})

describe('rejects', () => {
  test.each([
    ['drop table listing;', 'drops'],
    ['alter table listing drop column phone;', 'drops'],
    ['alter table listing drop constraint listing_color;', 'drops'],
    ['alter table listing rename column phone to telephone;', 'renames'],
    ['alter table listing alter column price type bigint;', 'rewrites'],
    ['alter table listing alter column city_id set not null;', 'rejects rows'],
    ['alter table listing add column color text not null;', 'without a default'],
    ['alter table listing add column key uuid not null default gen_random_uuid();', 'rewrites'],
    ['alter table listing add constraint listing_color check (length(title) > 3);', 'not valid'],
    ['create index listing_color_idx on listing (color);', 'blocks writes'],
    ['-- A comment; with a semicolon.\nlock table listing;', 'locks'],
    ["select 'it''s'; truncate listing;", 'locks'],
  ])('%s', (migration, problem) => {
    expect(problemsOf(migration).join()).toContain(problem)
  })
})

describe('accepts', () => {
  test.each([
    'create table color (id int not null); create index color_idx on color (id);',
    "alter table listing add column color text not null default '';",
    'alter table listing add column color text;',
    'alter table listing add constraint listing_color check (color <> 1) not valid;',
    'alter table listing drop constraint listing_color, add constraint listing_color check (color <> 2) not valid;',
    'create index concurrently listing_color_idx on listing (color);',
    '-- small table\ncreate index category_color_idx on category (color);',
    'create or replace function f() returns void language sql as $$ drop table x; $$;',
    "insert into color values ('drop table listing;');",
    "comment on table listing is 'rename'; -- drop column",
  ])('%s', (migration) => {
    expect(problemsOf(migration)).toEqual([])
  })
})
