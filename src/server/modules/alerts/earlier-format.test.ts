import { expect, test } from 'vitest'
import { currentFormat } from './earlier-format.ts'

const plain = {
  kind: 'event' as const,
  topics: [[3]],
  places: [[7], [9]],
  concepts: [],
  phrases: [['live', 'music']],
}
const filter = { kind: 'event', topics: [[3]], places: [[7], [9]], ranges: [], flags: [] }

test('a search that was saved earlier means the same', () => {
  const earlier = {
    ...plain,
    concepts: [{ alternatives: [{ terms: ['jazz'], within: [3] }], topics: [4], places: [] }],
    price: { min: 0, max: 4_050 },
    pictures: true as const,
    days: { from: 9_800, to: 9_801 },
    hideEnded: true as const,
  }
  expect(currentFormat(earlier)).toEqual({
    phrases: [['live', 'music']],
    concepts: [
      {
        typed: '',
        alternatives: [{ terms: ['jazz'], within: [3], weight: 1 }],
        topics: [{ id: 4, weight: 1 }],
        places: [],
      },
    ],
    filter: {
      ...filter,
      ranges: [{ field: 'price', min: 0, max: 40.5 }],
      flags: ['pictures'],
      days: { from: '2026-10-31', to: '2026-11-01' },
      hideEnded: true,
    },
  })
  expect(currentFormat({ ...plain, when: 'weekend' }).filter.days).toEqual({ when: 'weekend' })
})

test('a search of today stays as it is', () => {
  const current = currentFormat(plain)
  expect(currentFormat(current)).toBe(current)
})
