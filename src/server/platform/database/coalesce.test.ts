import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

/** Returns a coalesced read, and its runs, which the test resolves. */
function createRead() {
  const runs: PromiseWithResolvers<number>[] = []
  const read = coalesce(() => {
    const run = Promise.withResolvers<number>()
    runs.push(run)
    return run.promise
  })
  const untilStarted = (count: number) => vi.waitFor(() => expect(runs.length).toBe(count))
  return { read, runs, untilStarted }
}

test('calls in the same turn share a read', async () => {
  const { read, runs, untilStarted } = createRead()
  const results = [read(), Promise.resolve().then(read), read()]
  await untilStarted(1)
  runs[0]?.resolve(1)
  expect(await Promise.all(results)).toEqual([1, 1, 1])
  expect(runs.length).toBe(1)
})

test('calls during a read share the next one, which starts after it', async () => {
  const { read, runs, untilStarted } = createRead()
  const first = read()
  await untilStarted(1)
  const later = [read(), read()]
  for (let turn = 0; turn < 3; turn++) await nextTurn()
  expect(runs.length).toBe(1)
  runs[0]?.resolve(1)
  expect(await first).toBe(1)
  later.push(read())
  await untilStarted(2)
  runs[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  expect(runs.length).toBe(2)
})

test('a read that fails rejects its calls only', async () => {
  const { read, runs, untilStarted } = createRead()
  const first = read()
  await untilStarted(1)
  const later = read()
  runs[0]?.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await untilStarted(2)
  runs[1]?.resolve(2)
  expect(await later).toBe(2)
})
