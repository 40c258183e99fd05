import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { type BudgetReport, type BudgetStore, createBudgets } from './budgets.ts'

const limit = { name: 'address', perMinute: 120, burst: 40 }
const visitor = '192.0.2.7'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

/** Creates a store in memory that works like the real ones. */
function createStore() {
  const fullAt = new Map<string, number>()
  const reports: BudgetReport[][] = []
  let error: Error | null = null
  const store: BudgetStore = {
    intervalMs: 1000,
    async report(received) {
      if (error) throw error
      reports.push(received)
      const now = performance.now() / 1000
      return new Map(
        received.map(({ key, spent, age }) => {
          const at = Math.min(Math.max(fullAt.get(key) ?? 0, now - age) + spent, now + 120)
          fullAt.set(key, at)
          return [key, Math.max(0, at - now)]
        }),
      )
    },
    close: async () => {},
  }
  const fail = (failure: Error | null) => {
    error = failure
  }
  return { store, reports, fail }
}

function createProcess(store: BudgetStore, factor: number | null = 1) {
  const budget = createBudgets({ store, factor, log: silentLog }).create(limit)
  /** Spends one point at a time and returns how many were allowed. */
  const spend = (times: number, client = visitor) =>
    Array.from({ length: times }, () => budget.spend(client, 1)).filter(({ allowed }) => allowed).length
  return { ...budget, spendMany: spend }
}

describe('a budget', () => {
  test('allows one burst, then what it refills', async () => {
    const { spend, spendMany } = createProcess(createStore().store)
    expect(spendMany(60)).toBe(40)
    expect(spend(visitor, 1)).toEqual({ allowed: false, remaining: 0, fullIn: 20, retryAfter: 1 })
    await wait(3)
    expect(spendMany(60)).toBe(6)
    await wait(60)
    expect(spendMany(60)).toBe(40)
  })

  test('says what is left and when it is full', () => {
    const { spend, policy } = createProcess(createStore().store)
    expect(policy).toBe('"address";q=40;w=20')
    expect(spend(visitor, 1)).toEqual({ allowed: true, remaining: 39, fullIn: 1, retryAfter: 0 })
    expect(spend(visitor, 9)).toMatchObject({ remaining: 30, fullIn: 5 })
    expect(spend(visitor, 31)).toMatchObject({ allowed: false, remaining: 30, retryAfter: 1 })
    expect(spend('192.0.2.8', 1)).toMatchObject({ remaining: 39 })
  })

  test('covers a request that costs more than a burst, once it is full', () => {
    const { spend } = createProcess(createStore().store, 0.02)
    expect(spend(visitor, 5).allowed).toBe(true)
    expect(spend(visitor, 5).allowed).toBe(false)
  })

  test('has no limit without a factor', () => {
    expect(createProcess(createStore().store, null).spendMany(1000)).toBe(1000)
  })

  test('never allows more than a burst and what it refills in any period', async () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 50 })), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (periods) => {
        const { spendMany } = createProcess(createStore().store)
        let allowed = 0
        let elapsed = 0
        for (const [seconds, requests] of periods) {
          await wait(seconds)
          elapsed += seconds
          allowed += spendMany(requests)
          expect(allowed).toBeLessThanOrEqual(40 + 2 * elapsed)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('processes that share a store', () => {
  test('report a client once it has spent a quarter of a burst, and at most once a second', async () => {
    const { store, reports } = createStore()
    const { spendMany } = createProcess(store)
    spendMany(9)
    await wait(5)
    expect(reports).toHaveLength(0)
    spendMany(30)
    spendMany(10, '192.0.2.8')
    await wait(1)
    expect(reports).toHaveLength(1)
    expect(reports[0]?.map(({ key }) => key)).toEqual(['address 192.0.2.7', 'address 192.0.2.8'])
    await wait(60)
    expect(reports).toHaveLength(1)
  })

  test('do not charge for what a client could have spent anyway', async () => {
    const { store } = createStore()
    const { spend, spendMany } = createProcess(store)
    for (let n = 0; n < 100; n += 1) {
      expect(spendMany(1)).toBe(1)
      await wait(1)
    }
    expect(spend(visitor, 1).remaining).toBe(39)
  })

  test('deduct what a client spent on the others', async () => {
    const { store } = createStore()
    const processes = [createProcess(store), createProcess(store), createProcess(store)]
    expect(processes.map(({ spendMany }) => spendMany(60))).toEqual([40, 40, 40])
    await wait(1.1)
    // The last one to report learns that two bursts too much were taken, and waits until they are refilled.
    const last = processes.at(-1)
    expect(last?.spendMany(60)).toBe(0)
    await wait(38)
    expect(last?.spendMany(60)).toBe(0)
  })

  test('allow over time what one process would', async () => {
    const { store } = createStore()
    const processes = [createProcess(store), createProcess(store), createProcess(store)]
    let allowed = 0
    for (let second = 0; second < 300; second += 1) {
      for (const { spendMany } of processes) allowed += spendMany(20)
      await wait(1)
    }
    expect(allowed).toBeGreaterThan(0.9 * 2 * 300)
    expect(allowed).toBeLessThanOrEqual(3 * 40 + 2 * 300 + 12)
  })

  test('do not wait for a store that does not respond', async () => {
    const store: BudgetStore = {
      intervalMs: 1000,
      report: () => new Promise(() => {}),
      close: async () => {},
    }
    const { spendMany } = createProcess(store)
    expect(spendMany(60)).toBe(40)
    await wait(60)
    expect(spendMany(60)).toBe(40)
  })

  test('limit clients by themselves while the store fails, and share again afterwards', async () => {
    const { store, fail } = createStore()
    const [first, second] = [createProcess(store), createProcess(store)]
    fail(new Error('The store is down.'))
    expect(first.spendMany(60)).toBe(40)
    expect(second.spendMany(60)).toBe(40)
    await wait(10)
    expect(first.spendMany(60)).toBe(20)
    fail(null)
    await wait(30)
    expect(first.spendMany(60)).toBe(40)
    await wait(1.1)
    expect(second.spendMany(11)).toBe(11)
    await wait(1.1)
    expect(second.spendMany(60)).toBeLessThan(10)
  })
})
