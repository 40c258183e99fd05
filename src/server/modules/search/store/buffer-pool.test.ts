import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBufferPool } from './buffer-pool.ts'

const mebibyte = 1024 * 1024

/** Starts a use, and returns a function that ends it. */
function startUse({ use }: ReturnType<typeof createBufferPool>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ended = use(() => promise)
  return async () => {
    resolve()
    await ended
  }
}

test('a retired buffer is taken again for the next one of its size', async () => {
  const pool = createBufferPool(mebibyte)
  const buffer = pool.take(5_000)
  expect(buffer.byteLength).toBeGreaterThanOrEqual(5_000)
  expect(buffer.byteLength).toBeLessThan(5_000 * 1.25)
  pool.retire(buffer)
  await nextTurn()
  expect(pool.take(500_000)).not.toBe(buffer)
  expect(pool.take(5_001)).toBe(buffer)
  expect(pool.take(5_001)).not.toBe(buffer)
})

test('a buffer is not taken again while uses that can have it are in progress', async () => {
  const pool = createBufferPool(mebibyte)
  const endFirst = startUse(pool)
  const endSecond = startUse(pool)
  const buffer = pool.take(5_000)
  pool.retire(buffer)
  // What begins in the same turn may have been handed it.
  const endThird = startUse(pool)
  await nextTurn()
  const endFourth = startUse(pool)
  for (const end of [endSecond, endFirst]) {
    await end()
    expect(pool.take(5_000)).not.toBe(buffer)
  }
  await endThird()
  expect(pool.take(5_000)).toBe(buffer)
  await endFourth()
})

test('a use that fails ends, too', async () => {
  const pool = createBufferPool(mebibyte)
  const buffer = pool.take(5_000)
  const failing = pool.use(async () => {
    pool.retire(buffer)
    await nextTurn()
    throw new Error('It failed.')
  })
  await expect(failing).rejects.toThrow('It failed.')
  expect(pool.take(5_000)).toBe(buffer)
})

test('no more bytes are kept than the limit, and no small buffers', async () => {
  const pool = createBufferPool(10_000)
  const buffers = [pool.take(6_000), pool.take(6_000), pool.take(100)]
  for (const buffer of buffers) pool.retire(buffer)
  await nextTurn()
  const taken = [pool.take(6_000), pool.take(6_000), pool.take(100)]
  expect(taken.map((buffer) => buffers.includes(buffer))).toEqual([true, false, false])
})
