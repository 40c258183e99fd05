import { expect, test } from 'vitest'
import { createRestartPolicy, createUnlimitedPolicy } from './restart-policy.ts'

test('waits longer before each restart and allows five within a minute', () => {
  let now = 0
  const policy = createRestartPolicy(() => now)
  const delays = Array.from({ length: 6 }, () => {
    now += 1000
    return policy.afterCrash(true)
  })
  expect(delays).toEqual([100, 300, 900, 2700, 8100, null])
})

test('starts from the beginning when a minute has passed', () => {
  let now = 0
  const policy = createRestartPolicy(() => now)
  for (let count = 0; count < 5; count += 1) policy.afterCrash(true)
  now += 60_000
  expect(policy.afterCrash(true)).toBe(100)
})

test('never gives up during an outage, and waits ten seconds at most', () => {
  const policy = createRestartPolicy(() => 0)
  const delays = Array.from({ length: 20 }, () => policy.afterOutage())
  expect(delays.slice(0, 7)).toEqual([100, 300, 900, 2700, 8100, 10_000, 10_000])
  expect(delays.at(-1)).toBe(10_000)
  expect(policy.afterCrash(true)).toBe(100)
  expect(policy.afterOutage()).toBe(100)
})

test('a patient policy never waits for more than a second after a process that had worked', () => {
  const policy = createUnlimitedPolicy(() => 0)
  const delays = Array.from({ length: 50 }, () => policy.afterCrash(true))
  expect(delays.slice(0, 4)).toEqual([100, 300, 900, 1000])
  expect(Math.max(...delays.map(Number))).toBe(1000)
})

test('a patient policy waits longer and longer for a process that does not work', () => {
  const policy = createUnlimitedPolicy(() => 0)
  const delays = Array.from({ length: 7 }, () => policy.afterCrash(false))
  expect(delays).toEqual([100, 300, 900, 2700, 8100, 10_000, 10_000])
})
