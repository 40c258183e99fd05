/** The stores that share budgets between processes: PostgreSQL, and Redis where it is installed. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { hasRedis, startRedis } from '../../../../test/support/site/redis-server.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import type { BudgetStore } from './budgets.ts'
import { createPostgresStore } from './postgres-store.ts'
import { createRedisStore } from './redis-store.ts'

async function openRedisStore(): Promise<BudgetStore> {
  const server = await startRedis()
  const store = createRedisStore(server.url, silentLog)
  onTestFinished(async () => {
    await store.close()
    await server.down()
  })
  // It connects in the background.
  await expect
    .poll(
      () =>
        store.report([]).then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true)
  return store
}

describe.each([
  ['PostgreSQL', true, async () => createPostgresStore((await createDatabase('catalog')).database)],
  ['Redis', hasRedis, openRedisStore],
])('%s', (_name, isInstalled, open) => {
  const inStore = test.runIf(isInstalled)
  const report = (key: string, spent: number, age = 0) => ({ key, spent, age })

  inStore('adds up what processes report', async () => {
    const store = await open()
    const first = await store.report([report('a', 20), report('b', 5)])
    expect(first.get('a')).toBeCloseTo(20, 0)
    expect(first.get('b')).toBeCloseTo(5, 0)
    const second = await store.report([report('a', 20)])
    expect([...second.keys()]).toEqual(['a'])
    expect(second.get('a')).toBeCloseTo(40, 0)
  })

  inStore('counts the refill since the spending began, but only once', async () => {
    const store = await open()
    expect((await store.report([report('a', 20, 8)])).get('a')).toBeCloseTo(12, 0)
    expect((await store.report([report('a', 20, 8)])).get('a')).toBeCloseTo(32, 0)
    expect((await store.report([report('b', 5, 100)])).get('b')).toBe(0)
  })

  inStore('lets nobody wait for more than two minutes', async () => {
    const store = await open()
    for (let n = 0; n < 5; n += 1) await store.report([report('a', 60)])
    expect((await store.report([report('a', 60)])).get('a')).toBeCloseTo(120, 0)
  })

  inStore('takes reports of many processes at once', async () => {
    const store = await open()
    const keys = Array.from({ length: 50 }, (_, n) => `client ${n}`)
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        store.report((n % 2 === 0 ? keys : keys.toReversed()).map((key) => report(key, 1))),
      ),
    )
    const total = await store.report(keys.map((key) => report(key, 0)))
    for (const key of keys) expect(total.get(key)).toBeCloseTo(10, 0)
  })
})

test.runIf(hasRedis)(
  'Redis reports fail at once while it is down, and work again afterwards',
  { tags: ['timed'] },
  async () => {
    const server = await startRedis()
    const store = createRedisStore(server.url, silentLog)
    onTestFinished(async () => {
      await store.close()
      await server.down()
    })
    const works = () =>
      store.report([{ key: 'a', spent: 1, age: 0 }]).then(
        () => true,
        () => false,
      )
    await expect.poll(works).toBe(true)
    await server.down()
    const started = performance.now()
    expect(await works()).toBe(false)
    expect(performance.now() - started).toBeLessThan(2_500)
    await server.up()
    await expect.poll(works).toBe(true)
  },
)

test('a Redis that was never there fails reports at once and does not delay the shutdown', {
  tags: ['timed'],
}, async () => {
  const store = createRedisStore('redis://127.0.0.1:1', silentLog)
  const started = performance.now()
  await expect(store.report([{ key: 'a', spent: 1, age: 0 }])).rejects.toThrow()
  await store.close()
  expect(performance.now() - started).toBeLessThan(2_500)
})
