import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../../../test/support/app.ts'
import type { Database } from './database.ts'
import { createSnapshotCache } from './snapshot-cache.ts'

let database: Database
beforeAll(async () => {
  ;({ database } = await createTestApp())
  await sql`create table note (text text not null)`.execute(database.kysely)
})

const write = () => sql`insert into note values ('written')`.execute(database.kysely)
const countNotes = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from note`.execute(database.kysely)
  return rows[0]?.n ?? 0
}

/**
 * A database to which nobody writes: the real one shares its server, and thereby its snapshots, with the databases of
 * other tests.
 */
const still = (): Database => ({ ...database, preparedQuery: async () => [{ snapshot: '7:7:' } as never] })

const room = { answers: 10, size: 1_000_000, sizeOf: (answer: number) => answer }

/** Counts how often it was asked. */
function counted<Answer>(find: () => Promise<Answer>) {
  const asked = { times: 0 }
  const ask = () => {
    asked.times += 1
    return find()
  }
  return { asked, ask }
}

test('an answer is found once while nothing is written', async () => {
  const kept = createSnapshotCache<number>(still(), room)
  const { asked, ask } = counted(countNotes)
  const before = await kept.get('notes', ask)
  for (let time = 0; time < 5; time += 1) expect(await kept.get('notes', ask)).toBe(before)
  expect(asked.times).toBe(1)
})

test('every key has its own answer', async () => {
  const kept = createSnapshotCache(still(), { ...room, sizeOf: (answer: string) => answer.length })
  expect(await kept.get('a', async () => 'of a')).toBe('of a')
  expect(await kept.get('b', async () => 'of b')).toBe('of b')
  expect(await kept.get('a', async () => 'anew')).toBe('of a')
})

test('whoever asks after a write is shown it, again and again', async () => {
  const kept = createSnapshotCache<number>(database, room)
  const before = await kept.get('notes', countNotes)
  for (let more = 1; more <= 20; more += 1) {
    await write()
    expect(await kept.get('notes', countNotes)).toBe(before + more)
  }
})

test('a transaction that was begun before and commits later is shown', async () => {
  const kept = createSnapshotCache<number>(database, room)
  const before = await countNotes()
  await database.kysely.transaction().execute(async (tx) => {
    await sql`insert into note values ('late')`.execute(tx)
    // Another commits in between, with a later number.
    await write()
    expect(await kept.get('notes', countNotes)).toBe(before + 1)
  })
  expect(await kept.get('notes', countNotes)).toBe(before + 2)
})

test('a write rolled back changes no answer', async () => {
  const kept = createSnapshotCache<number>(database, room)
  const before = await kept.get('notes', countNotes)
  const failing = database.kysely.transaction().execute(async (tx) => {
    await sql`insert into note values ('never')`.execute(tx)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await kept.get('notes', countNotes)).toBe(before)
})

test('many who ask at once share one question', async () => {
  const kept = createSnapshotCache<number>(still(), room)
  const { asked, ask } = counted(countNotes)
  const answers = await Promise.all(Array.from({ length: 50 }, () => kept.get('notes', ask)))
  expect(new Set(answers).size).toBe(1)
  expect(asked.times).toBe(1)
})

test('among many who ask and write, nobody is shown less than was there when they asked', async () => {
  const kept = createSnapshotCache<number>(database, room)
  let committed = await countNotes()
  const reader = async () => {
    for (let time = 0; time < 100; time += 1) {
      const atLeast = committed
      expect(await kept.get('notes', countNotes)).toBeGreaterThanOrEqual(atLeast)
    }
  }
  const writer = async () => {
    for (let time = 0; time < 50; time += 1) {
      await write()
      committed += 1
    }
  }
  await Promise.all([reader(), reader(), reader(), writer()])
})

describe('what fails', () => {
  test('is told to all who share it and not kept', async () => {
    const kept = createSnapshotCache<number>(database, room)
    const fail = async () => {
      throw new Error('away')
    }
    const asking = [kept.get('notes', fail), kept.get('notes', fail)]
    for (const { status } of await Promise.allSettled(asking)) expect(status).toBe('rejected')
    expect(await kept.get('notes', async () => 7)).toBe(7)
  })

  test('in the question for the snapshot is told, and the next one asks again', async () => {
    let failing = true
    const flaky: Database = {
      ...database,
      preparedQuery: (...given) =>
        failing ? Promise.reject(new Error('away')) : database.preparedQuery(...given),
    }
    const kept = createSnapshotCache<number>(flaky, room)
    const asking = [kept.get('notes', countNotes), kept.get('notes', countNotes)]
    for (const { status } of await Promise.allSettled(asking)) expect(status).toBe('rejected')
    failing = false
    expect(await kept.get('notes', async () => 7)).toBe(7)
  })
})

test('no more are kept than were allowed', async () => {
  const kept = createSnapshotCache<number>(still(), { ...room, answers: 3 })
  const { asked, ask } = counted(async () => 1)
  for (const key of ['a', 'b', 'c', 'd']) await kept.get(key, ask)
  await kept.get('a', ask)
  expect(asked.times).toBe(5)
})

test('no more is kept than there is room for, however few the answers', async () => {
  const kept = createSnapshotCache(still(), { ...room, size: 100 })
  const { asked, ask } = counted(async () => 60)
  await kept.get('a', ask)
  await kept.get('a', ask)
  expect(asked.times).toBe(1)
  await kept.get('b', ask)
  await kept.get('a', ask)
  expect(asked.times).toBe(3)
})
