import { expect, test } from 'vitest'
import { customerTopics } from '../guides/customer-topics.ts'
import { safetyTipFor, safetyTips } from './safety-tips.ts'

const ids = Array.from(
  { length: 1000 },
  (_, n) => `0193e0a4-5b7c-7def-8a1b-2c3d4e5f${n.toString(16).padStart(4, '0')}`,
)

test('every tip leads to a section of the guide', () => {
  const topics = customerTopics.map(({ id }) => id)
  for (const { topic } of safetyTips) expect(topics).toContain(topic)
})

test('among many listings every tip is seen', () => {
  expect(new Set(ids.map(safetyTipFor))).toEqual(new Set(safetyTips))
})

test('a listing that has no id yet has a tip too', () => {
  expect(safetyTips).toContain(safetyTipFor(''))
})
