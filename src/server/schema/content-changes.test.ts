import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createListing, setStatus } from '../../../test/support/data/factories.ts'
import { createTestApp } from '../../../test/support/site/app.ts'
import { followTagChanges } from '../platform/cache/tag-changes.ts'
import type { Database } from '../platform/database/database.ts'
import { authorTag, listingTag, listTag, tagsOfChange } from './content-changes.ts'

let database: Database
beforeAll(async () => {
  ;({ database } = await createTestApp())
})

const followContentChanges = (followed: Database) => followTagChanges(followed, tagsOfChange)()

const all = listTag('service', 0, 0)
const allEvents = listTag('event', 0, 0)

const idOf = async (table: 'state' | 'subcategory', name: string) => {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where name = ${name}`.execute(
    database.kysely,
  )
  return rows[0]?.id ?? 0
}

test('reports a change to those that follow, in its topic and place and above, and nowhere else', async () => {
  const changes = followContentChanges(database)
  const before = await changes.read()
  const id = await createListing(database)
  await changes.read()
  const [texas, ohio, walking] = [
    await idOf('state', 'Texas'),
    await idOf('state', 'Ohio'),
    await idOf('subcategory', 'Dog Walking'),
  ]
  const changed = (tag: string) => changes.haveChanged([tag], before)
  for (const tag of [
    ...[all, listTag('service', walking, 0), listTag('service', walking, texas)],
    ...[listTag('service', 0, texas), listingTag(id)],
  ])
    expect({ tag, changed: changed(tag) }).toEqual({ tag, changed: true })
  for (const tag of [allEvents, listTag('service', walking, ohio), authorTag(id)])
    expect({ tag, changed: changed(tag) }).toEqual({ tag, changed: false })
})

test('reports both places of a listing that moves', async () => {
  const id = await createListing(database)
  const changes = followContentChanges(database)
  const before = await changes.read()
  const [texas, ohio] = [await idOf('state', 'Texas'), await idOf('state', 'Ohio')]
  await sql`update listing set state_id = ${ohio}, city_id = null where id = ${id}`.execute(database.kysely)
  await changes.read()
  for (const state of [texas, ohio])
    expect(changes.haveChanged([listTag('service', 0, state)], before)).toBe(true)
})

test('does not report what visitors do not see', async () => {
  const id = await createListing(database, { status: 'hidden' })
  const changes = followContentChanges(database)
  const before = await changes.read()
  await sql`update listing set title = 'Still hidden' where id = ${id}`.execute(database.kysely)
  await sql`update listing set title = title where status = 'active'`.execute(database.kysely)
  expect(await changes.read()).toBe(before)
  await setStatus(database, id, 'active')
  await changes.read()
  expect(changes.haveChanged([listingTag(id)], before)).toBe(true)
})

test('reports transactions that commit in another order than they began', async () => {
  const changes = followContentChanges(database)
  await changes.read()
  const insert = (kysely: Database['kysely']) => createListing({ ...database, kysely })
  let early = ''
  let between = 0
  await database.kysely.transaction().execute(async (tx) => {
    early = await insert(tx)
    const late = await insert(database.kysely)
    between = await changes.read()
    expect(changes.haveChanged([listingTag(late)], between - 1)).toBe(true)
    expect(changes.haveChanged([listingTag(early)], between - 1)).toBe(false)
  })
  await changes.read()
  expect(changes.haveChanged([listingTag(early)], between)).toBe(true)
})

test('does not report what was rolled back', async () => {
  const changes = followContentChanges(database)
  const before = await changes.read()
  const failing = database.kysely.transaction().execute(async (tx) => {
    await createListing({ ...database, kysely: tx })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await changes.read()).toBe(before)
})

test('reports everything when changes were pruned that were not read', async () => {
  const [idle, busy] = [followContentChanges(database), followContentChanges(database)]
  const [before, seen] = [await idle.read(), await busy.read()]
  const prune = async () => {
    await sql`update content_change_state set taken = taken - interval '1 hour'`.execute(database.kysely)
    await sql`select prune_content_changes()`.execute(database.kysely)
  }
  await createListing(database, { kind: 'event' })
  // More than once, because transactions of other tests on the same server may still be in progress.
  await expect
    .poll(async () => {
      await busy.read()
      await prune()
      return (await sql`select from content_change`.execute(database.kysely)).rows
    })
    .toEqual([])
  await Promise.all([idle.read(), busy.read()])
  expect(idle.haveChanged([all], before)).toBe(true)
  expect(busy.haveChanged([all], seen)).toBe(false)
})

test('reports everything after a failure to read', async () => {
  let failing = false
  const changes = followContentChanges({
    ...database,
    preparedQuery: (...query) =>
      failing ? Promise.reject(new Error('away')) : database.preparedQuery(...query),
  })
  const before = await changes.read()
  expect(changes.haveChanged([all], before)).toBe(false)
  failing = true
  await expect(changes.read()).rejects.toThrow('away')
  failing = false
  await changes.read()
  expect(changes.haveChanged([all], before)).toBe(true)
})

test('keeps few changes: the database deletes them after five minutes, however often it is asked', async () => {
  await createListing(database)
  const count = async () => (await sql`select from content_change`.execute(database.kysely)).rows.length
  const before = await count()
  await sql`select prune_content_changes()`.execute(database.kysely)
  expect(await count()).toBe(before)
})
