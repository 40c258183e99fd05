import { expect, test } from 'vitest'
import { createMemoryReturn } from './return-memory.ts'

const megabyte = 1024 * 1024

/** A process whose garbage is what it has beyond 100 MB. */
function createProcess() {
  const state = { utilization: 0, megabytes: 100, collections: 0 }
  const returnMemory = createMemoryReturn({
    utilization: () => state.utilization,
    residentBytes: () => state.megabytes * megabyte,
    collect() {
      state.collections += 1
      state.megabytes = 100
    },
  })
  return { state, returnMemory }
}

test('memory of a busy time is returned when there is little to do', () => {
  const { state, returnMemory } = createProcess()
  Object.assign(state, { utilization: 0.8, megabytes: 900 })
  returnMemory()
  expect(state).toMatchObject({ collections: 0, megabytes: 900 })
  state.utilization = 0.01
  returnMemory()
  expect(state).toMatchObject({ collections: 1, megabytes: 100 })
})

test('garbage is not collected again for little', () => {
  const { state, returnMemory } = createProcess()
  returnMemory()
  expect(state.collections).toBe(1)
  for (const megabytes of [110, 120, 140]) {
    state.megabytes = megabytes
    returnMemory()
  }
  expect(state.collections).toBe(1)
  state.megabytes = 160
  returnMemory()
  expect(state.collections).toBe(2)
})

test('what cannot be returned is no reason to collect again', () => {
  let collections = 0
  const returnMemory = createMemoryReturn({
    utilization: () => 0,
    residentBytes: () => 500 * megabyte,
    collect: () => {
      collections += 1
    },
  })
  for (let count = 0; count < 5; count += 1) returnMemory()
  expect(collections).toBe(1)
})
