import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { limitQueries } from './observe-queries.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

let address: string
beforeEach(async () => {
  ;({ address } = await createDatabase('empty'))
})

function openPool(timeoutMs: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: address, max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    limitQueries(client, timeoutMs)
  })
  onTestFinished(() => pool.end())
  return pool
}

describe('a query without a response', () => {
  test('of a pool fails as unavailable, and the next one gets a new connection', async () => {
    const pool = openPool(300)
    const before = await pool.query('select pg_backend_pid() as id')
    const failure = await pool.query('select pg_sleep(20)').catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: 'Query read timeout' })
    expect(isDatabaseUnavailable(failure)).toBe(true)
    const after = await pool.query('select pg_backend_pid() as id')
    expect(after.rows[0].id).not.toBe(before.rows[0].id)
  })

  test('of a transaction fails, and so do the next ones on its connection', async () => {
    const client = await openPool(300).connect()
    await client.query('begin')
    await expect(client.query('select pg_sleep($1)', [20])).rejects.toThrow('Query read timeout')
    await expect(client.query('commit')).rejects.toThrow()
    client.release(true)
  })
})

test('within the limit, a query may take its time', async () => {
  const { rows } = await openPool(20_000).query({ text: "select pg_sleep(0.5), 'done' as result" })
  expect(rows[0].result).toBe('done')
})

test('returns results and errors to callbacks and promises', async () => {
  const client = await openPool(20_000).connect()
  expect((await client.query('select 1 as a')).rows).toEqual([{ a: 1 }])
  expect((await client.query({ text: 'select $1::int as a', values: [2] })).rows).toEqual([{ a: 2 }])
  const called = await new Promise((resolve) =>
    client.query('select $1::int as a', [3], (_error, { rows }) => resolve(rows)),
  )
  expect(called).toEqual([{ a: 3 }])
  const failed = await new Promise((resolve) => client.query('select wrong', (error) => resolve(error)))
  expect(failed).toMatchObject({ code: '42703' })
  const rejected = await client.query('select wrong').catch((error: unknown) => error)
  expect(rejected).toMatchObject({ code: '42703' })
  // It leads to the caller instead of the socket.
  expect(rejected).toHaveProperty('stack', expect.stringContaining('observe-queries.test.ts'))
  client.release()
})

test('the rows of earlier queries do not fill the old generation of the heap', async () => {
  // In a separate process, because the test runner keeps objects alive, too.
  const script = `
    import v8 from 'node:v8'
    import pg from 'pg'
    import { limitQueries } from '${new URL('observe-queries.ts', import.meta.url)}'
    const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 })
    pool.on('connect', (client) => limitQueries(client, 20_000))
    const text = "select 'text ' || g as a, 'more text ' || g as b from generate_series(1, 500) g"
    const oldGeneration = () =>
      v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size
    for (let warmUp = 0; warmUp < 100; warmUp += 1) await pool.query(text)
    const before = oldGeneration()
    // Their rows take about 50 MB.
    for (let count = 0; count < 1_000; count += 1) await pool.query(text)
    console.log(oldGeneration() - before)
    await pool.end()`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--initial-old-space-size=500', '--max-semi-space-size=8', '--input-type=module', '--eval', script],
    { env: { ...process.env, DATABASE_URL: address } },
  )
  expect(Number(stdout)).toBeLessThan(5_000_000)
})
