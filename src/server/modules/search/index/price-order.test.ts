import { expect, test, vi } from 'vitest'
import { createColumns } from './columns.ts'
import { positionOfPrice, pricesOfTopicsUpTo, slotsByPrice, slotsByPriceUnlessBusy } from './price-order.ts'

function columnsWith(prices: number[]) {
  const columns = createColumns(prices.length)
  columns.price.set(prices)
  return columns
}

const prices = Array.from({ length: 60_000 }, (_, slot) => (slot * 7_919) % 1_000)

test('slots are in the order of their prices, and those of a range are found', () => {
  const columns = columnsWith([300, 0, 200, 0, 100])
  const slots = slotsByPrice(columns)
  expect([...slots]).toEqual([1, 3, 4, 2, 0])
  expect([0, 1, 100, 150, 301].map((cents) => positionOfPrice(slots, columns, cents))).toEqual([
    0, 2, 2, 3, 5,
  ])
})

test('prices of any size are sorted, and equal ones by slot', () => {
  const cents = [4_294_967_295, 0, 2_047, 2_048, 4_194_303, 4_194_304, 1, 0, 2_048, 4_294_967_294]
  const wide = cents.flatMap((price) => [price, price >>> 1, price >>> 7])
  const expected = [...wide.keys()].sort((a, b) => (wide[a] ?? 0) - (wide[b] ?? 0) || a - b)
  expect([...slotsByPrice(columnsWith(wide))]).toEqual(expected)
  expect([...slotsByPrice(columnsWith([0, 0, 0]))]).toEqual([0, 1, 2])
})

test('a small segment is not sorted', () => {
  expect(slotsByPriceUnlessBusy(columnsWith([300, 0, 200]))).toBeNull()
})

test('segments are sorted one after the other, with time for other work between them', async () => {
  const [first, second] = [columnsWith(prices), columnsWith(prices)]
  await vi.waitFor(() => expect(slotsByPriceUnlessBusy(first)).not.toBeNull())
  expect(slotsByPriceUnlessBusy(second)).toBeNull()
  expect(slotsByPriceUnlessBusy(first)).toEqual(slotsByPrice(first))
  await vi.waitFor(() => expect(slotsByPriceUnlessBusy(second)).toEqual(slotsByPrice(first)))
})

test('finds the best prices of each of several topics', async () => {
  const columns = columnsWith(prices)
  columns.topic.set(prices.map((_, slot) => slot % 5))
  const onTopics = Uint8Array.from([0, 1, 0, 1, 1, 0])
  const expectPrices = async (
    sort: 'price-asc' | 'price-desc',
    last: number,
    isBest: (price: number) => boolean,
  ) => {
    const best = await vi.waitFor(() => {
      const found = pricesOfTopicsUpTo(last, sort, onTopics, columns)
      expect(found).not.toBeNull()
      return found
    })
    const slots: number[] = []
    for (let at = 0; best && at < best.ranges.length; at += 2)
      slots.push(...best.slots.subarray(best.ranges[at], best.ranges[at + 1]))
    const expected = [...prices.keys()].filter(
      (slot) => onTopics[slot % 5] === 1 && isBest(prices[slot] ?? 0),
    )
    expect(slots.toSorted((a, b) => a - b)).toEqual(expected)
  }
  await expectPrices('price-asc', 20, (price) => price <= 20)
  await expectPrices('price-desc', -990, (price) => price >= 990)
  await expectPrices('price-asc', -1, () => false)
})
