import { expect, test } from 'vitest'
import { InFlight } from './in-flight.ts'

test('has, returns, counts, and deletes values', () => {
  const values = new InFlight<number>()
  values.set('a', 1)
  values.set('b', 2)
  values.set('b', 3)
  expect([values.size, values.get('a'), values.get('b'), values.values()]).toEqual([2, 1, 3, [1, 3]])
  expect([values.delete('a'), values.delete('a'), values.size]).toEqual([true, false, 1])
  values.clear()
  expect([values.size, values.get('b')]).toEqual([0, undefined])
})

test('has no keys but its own', () => {
  const values = new InFlight<number>()
  expect([values.get('constructor'), values.delete('__proto__'), values.size]).toEqual([undefined, false, 0])
  values.set('__proto__', 1)
  expect([values.get('__proto__'), values.size, values.values()]).toEqual([1, 1, [1]])
})
