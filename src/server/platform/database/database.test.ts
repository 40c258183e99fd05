import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connectTo, createDatabase } from '../../../../test/support/site/app.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { type Database, isoTimestamp, kyselyWithDates, openDatabase, placeholder } from './database.ts'

/** Collects uncaught exceptions instead of crashing. Restores the test runner's listeners afterwards. */
function catchUncaught(): unknown[] {
  const caught: unknown[] = []
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => caught.push(error))
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException')
    for (const listener of before) process.on('uncaughtException', listener)
  })
  return caught
}

const composeSelect1 = () => sql<{ one: number }>`select 1 as one`
const select1 = composeSelect1()
const preparedSelect1 = (database: Database) => database.preparedQuery('select 1', composeSelect1, {})

test('sessions do not compile queries, even where PostgreSQL does by default', async () => {
  const { database, address } = await createDatabase()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely)
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} set jit = on`.execute(database.kysely)
  const later = connectTo(address)
  onTestFinished(() => later.close())
  expect((await sql`show jit`.execute(later.kysely)).rows).toEqual([{ jit: 'off' }])
})

test('fails only the query when its connection is lost', async () => {
  const { address } = await createDatabase()
  const uncaught = catchUncaught()
  const database = connectTo(address)
  onTestFinished(() => database.close())
  const lost = sql`select pg_terminate_backend(pg_backend_pid())`
  await expect(lost.execute(database.kysely)).rejects.toThrow()
  await expect(database.preparedQuery('lost', () => lost, {})).rejects.toThrow()
  expect((await select1.execute(database.kysely)).rows).toEqual([{ one: 1 }])
  expect(uncaught).toEqual([])
})

test('fails only the transaction when its connection is lost', async () => {
  const { address } = await createDatabase()
  const uncaught = catchUncaught()
  const database = connectTo(address)
  onTestFinished(() => database.close())
  const transaction = database.kysely.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.kysely)
    await sql`select pg_stat_clear_snapshot()`.execute(database.kysely)
    await select1.execute(tx)
  })
  await expect(transaction).rejects.toThrow()
  expect(await preparedSelect1(database)).toEqual([{ one: 1 }])
  expect(uncaught).toEqual([])
})

test('replaces idle connections that are lost', async () => {
  const { address } = await createDatabase()
  const uncaught = catchUncaught()
  const [database, other] = [connectTo(address), connectTo(address)]
  onTestFinished(async () => void (await Promise.all([database.close(), other.close()])))
  await Promise.all(Array.from({ length: 4 }, () => preparedSelect1(database)))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other.kysely)
  await expect.poll(() => preparedSelect1(database).catch(() => null)).toEqual([{ one: 1 }])
  expect(uncaught).toEqual([])
})

test('fails within seconds when the pool is full', async () => {
  const { address } = await createDatabase()
  const database = openDatabase({
    connectionString: address,
    timeZone: 'America/New_York',
    log: silentLog,
    connections: 1,
  })
  onTestFinished(() => database.close())
  await database.kysely.transaction().execute(async () => {
    await expect(preparedSelect1(database)).rejects.toThrow('timeout exceeded when trying to connect')
  })
})

test('limits how many statements a connection keeps prepared', async () => {
  const { address } = await createDatabase('empty')
  const database = openDatabase({
    connectionString: address,
    timeZone: 'UTC',
    log: silentLog,
    connections: 1,
  })
  onTestFinished(() => database.close())
  const add = (n: number) => sql<{ sum: number }>`select ${placeholder('a')}::int + ${sql.lit(n)} as sum`
  const countPrepared = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(
      database.kysely,
    )
    return rows[0]?.n
  }
  expect(await database.preparedQuery(null, () => add(1), { a: 1 })).toEqual([{ sum: 2 }])
  expect(await countPrepared()).toBe(0)
  for (let n = 0; n < 250; n += 1) {
    expect(await database.preparedQuery(`add ${n}`, () => add(n), { a: 1 })).toEqual([{ sum: n + 1 }])
  }
  expect(await countPrepared()).toBe(200)
  expect(await database.preparedQuery('add 249', () => add(249), { a: 2 })).toEqual([{ sum: 251 }])
})

test('rejects a prepared query that contains a value', async () => {
  const { database } = await createDatabase('empty')
  await expect(database.preparedQuery('value', () => sql`select ${1}::int`, {})).rejects.toThrow(
    'placeholder',
  )
})

test('returns days as text, numbers as numbers, and uses the time zone of the site', async () => {
  const { database } = await createDatabase()
  const { rows } = await sql`
    select date '2026-11-20' as day, 12.50::numeric(9, 2) as price, 9007199254740991::bigint as large,
      current_setting('timezone') as zone`.execute(database.kysely)
  expect(rows[0]).toEqual({
    day: '2026-11-20',
    price: 12.5,
    large: Number.MAX_SAFE_INTEGER,
    zone: 'America/New_York',
  })
})

test('returns timestamps in the format of the API, from columns and from JSON', async () => {
  const { database } = await createDatabase()
  const at = sql`timestamptz '2026-11-20 10:04:05.123987-05'`
  const { rows } = await sql`
    select ${at} as at, json_build_object('at', ${isoTimestamp(at)}) as json`.execute(database.kysely)
  expect(rows).toEqual([{ at: '2026-11-20T15:04:05.123Z', json: { at: '2026-11-20T15:04:05.123Z' } }])
})

test.each([
  ['2026-11-20 10:04:05.5-05', 'America/St_Johns', '2026-11-20T15:04:05.500Z'],
  ['2026-11-20 10:04:05+00', 'UTC', '2026-11-20T10:04:05.000Z'],
  ['2026-11-20 10:04:05+00', 'Asia/Kathmandu', '2026-11-20T10:04:05.000Z'],
  // A zone of whole seconds, a year of five digits, and one before the common era.
  ['1850-01-01 12:00:00+00', 'America/New_York', '1850-01-01T12:00:00.000Z'],
  ['12026-11-20 10:04:05+00', 'America/New_York', '+012026-11-20T10:04:05.000Z'],
  ['0044-03-15 12:00:00+00 BC', 'UTC', '-000043-03-15T12:00:00.000Z'],
])('returns the timestamp %s as the same instant to a session in %s', async (text, zone, expected) => {
  const { database } = await createDatabase()
  const rows = await database.kysely.transaction().execute(async (tx) => {
    await sql`set local timezone = ${sql.lit(zone)}`.execute(tx)
    return (await sql`select ${text}::timestamptz as at`.execute(tx)).rows
  })
  expect(rows).toEqual([{ at: expected }])
})

test('returns timestamps as Date objects to libraries that need them', async () => {
  const { database } = await createDatabase()
  const { rows } = await sql`
    select timestamptz '2026-11-20 10:04:05.123-05' as at, 12.50::numeric(9, 2) as price, ${'text'} as text`.execute(
    kyselyWithDates(database),
  )
  expect(rows).toEqual([{ at: new Date('2026-11-20T15:04:05.123Z'), price: 12.5, text: 'text' }])
})

test('returns the version as people write it', async () => {
  const { database } = await createDatabase()
  expect(await database.version()).toMatch(/^\d{2}\.\d+$/)
})

test('sessions that are open have the time zone of the moment, also one that PostgreSQL does not know', async () => {
  const { address } = await createDatabase('empty')
  let zone = 'America/New_York'
  const database = openDatabase({
    connectionString: address,
    timeZone: () => zone,
    log: silentLog,
    connections: 1,
  })
  onTestFinished(() => database.close())
  const current = async () => {
    const { rows } = await sql<{ zone: string }>`select current_setting('timezone') as zone`.execute(
      database.kysely,
    )
    return rows[0]?.zone
  }
  expect(await current()).toBe('America/New_York')
  zone = 'Europe/Paris'
  expect(await Promise.all([current(), current()])).toEqual(['Europe/Paris', 'Europe/Paris'])
  await database.kysely.transaction().execute(async () => {
    zone = 'Asia/Tokyo'
  })
  expect(await current()).toBe('Asia/Tokyo')
  zone = 'Mars/Olympus'
  expect(await current()).toBe('Asia/Tokyo')
  zone = 'UTC'
  expect(await current()).toBe('UTC')
})
