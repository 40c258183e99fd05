import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLease } from './lease.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const leaseMs = 20

/** Returns the time at which each read began. `fails` and `takesMs` are about the next reads. */
function createReads() {
  const reads = { count: 0, fails: false, takesMs: 0 }
  const get = withLease(async () => {
    const begun = performance.now()
    reads.count += 1
    await new Promise((resolve) => setTimeout(resolve, reads.takesMs))
    if (reads.fails) throw new Error('away')
    return begun
  }, leaseMs)
  /** Gets the result of a read, for which time passes. */
  const waitFor = async () => {
    const got = Promise.resolve(get())
    await pass(reads.takesMs)
    return got
  }
  return { reads, get, waitFor }
}

test('the first call reads, and those after it do not until the lease ends', async () => {
  const { reads, get, waitFor } = createReads()
  const first = await waitFor()
  expect(get()).toBe(first)
  expect(reads.count).toBe(1)
  await pass(leaseMs)
  expect(await waitFor()).toBe(first + leaseMs)
  expect(reads.count).toBe(2)
})

test.each([0, 2, 9, 11, 19, 20, 50])(
  'when reads take %d ms, each call gets what one read that began within the lease',
  async (takesMs) => {
    const { reads, get } = createReads()
    reads.takesMs = takesMs
    const ages: Promise<number>[] = []
    let waits = 0
    for (let ms = 0; ms < 500; ms += 1) {
      const called = performance.now()
      const got = get()
      if (typeof got !== 'number') waits += 1
      ages.push(Promise.resolve(got).then((begun) => called - begun))
      await pass(1)
    }
    await pass(100)
    for (const age of await Promise.all(ages)) expect(age).toBeLessThan(leaseMs)
    if (takesMs < leaseMs / 2) expect(waits).toBeLessThanOrEqual(takesMs + 1)
    else expect(waits).toBeGreaterThan(10)
  },
)

test('a failure in the background is that of the next call', async () => {
  const { reads, get, waitFor } = createReads()
  await waitFor()
  reads.fails = true
  await pass(leaseMs / 2)
  expect(get()).toBeTypeOf('number')
  await pass(1)
  const failure = expect(get()).rejects.toThrow('away')
  await pass(0)
  await failure
  reads.fails = false
  expect(await waitFor()).toBe(performance.now())
})
