import { expect, test } from 'vitest'
import { customerTopics } from '../../../../test/support/data/guides.ts'
import { safetyTipFor, safetyTips } from './safety-tips.ts'

const ids = Array.from(
  { length: 1000 },
  (_, n) => `0193e0a4-5b7c-7def-8a1b-2c3d4e5f${n.toString(16).padStart(4, '0')}`,
)

const textsOf = (tips: readonly { text: string }[]) => new Set(tips.map(({ text }) => text))

test('every tip links to a topic of the guide', () => {
  const topics = customerTopics.map(({ id }) => id)
  for (const { topic } of safetyTips) expect(topics).toContain(topic)
})

test('many services together show every tip', () => {
  expect(textsOf(ids.map((id) => safetyTipFor('service', id)))).toEqual(textsOf(safetyTips))
})

test('many events together show every tip that is not only for services', () => {
  const tips = safetyTips.filter(({ servicesOnly }) => !servicesOnly)
  expect(textsOf(ids.map((id) => safetyTipFor('event', id)))).toEqual(textsOf(tips))
})

test('a listing without an id has a tip, too', () => {
  expect(textsOf(safetyTips)).toContain(safetyTipFor('service', '').text)
})
