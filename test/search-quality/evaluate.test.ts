import { expect, test } from 'vitest'
import type { Kind } from '../../src/shared/listing.ts'
import { evaluate, formatFailures, formatSummary, type Result, summarize } from './evaluate.ts'
import type { LabeledQuery } from './queries.ts'

const query = (text: string, labels: Partial<LabeledQuery> = {}): LabeledQuery => ({
  class: 'plain',
  text,
  expected: ['Piano lessons'],
  unwanted: [],
  topics: [],
  kinds: ['service'],
  half: 'A',
  ...labels,
})
const result = (title: string, kind: Kind = 'service', subcategory: string | null = null): Result => ({
  kind,
  title,
  subcategory,
  full: true,
})
const judged = async (labels: Partial<LabeledQuery>, results: Result[]) => {
  const [outcome] = await evaluate(async () => results, [query('piano', labels)])
  if (!outcome) throw new Error('A query has no outcome.')
  return outcome
}
const others = ['One', 'Two', 'Three', 'Four', 'Five'].map((title) => result(title))

test('an expected listing counts in the top three only', async () => {
  const expected = result('Piano lessons')
  expect((await judged({}, [...others.slice(0, 2), expected])).inTopThree).toBe(true)
  expect((await judged({}, [...others.slice(0, 3), expected])).inTopThree).toBe(false)
})

test('precision is over the first five results, or over fewer if there are fewer', async () => {
  const topic = result('Piano for children', 'service', 'Piano Lessons')
  const labels = { topics: ['Piano Lessons'] }
  expect((await judged(labels, [result('Piano lessons'), topic])).precision).toBe(1)
  expect((await judged(labels, [topic, ...others])).precision).toBeCloseTo(1 / 5)
  expect((await judged(labels, [...others, topic])).precision).toBe(0)
  expect((await judged(labels, [])).precision).toBeNull()
})

test('only the list of the expected kind is judged', async () => {
  const events = [result('A', 'event'), result('B', 'event')]
  const outcome = await judged({}, [...events, result('Piano lessons')])
  expect(outcome.results.map(({ title }) => title)).toEqual(['Piano lessons'])
  expect(outcome.inTopThree).toBe(true)
  expect(outcome.opensRightTab).toBe(false)
})

test('if both kinds are expected, the list with more full matches is judged', async () => {
  const labels: Partial<LabeledQuery> = {
    kinds: ['service', 'event'],
    expected: ['Piano lessons', 'Recital'],
  }
  const services = [result('Piano lessons')]
  const events = [result('Other', 'event'), result('Recital', 'event')]
  expect((await judged(labels, [...services, ...events])).results).toEqual(events)
  const partial = events.map((event) => ({ ...event, full: false }))
  expect((await judged(labels, [...services, ...partial])).results).toEqual(services)
})

test('an unwanted listing counts in the top five', async () => {
  expect((await judged({ unwanted: ['Four'] }, others)).unwanted).toEqual(['Four'])
  const sixth = [...others, result('Six')]
  expect((await judged({ unwanted: ['Six'] }, sixth)).unwanted).toEqual([])
})

test('the summary leaves queries without an answer out of every share except their own', async () => {
  const answers: Record<string, Result[]> = { piano: [result('Piano lessons')], harp: [], falconry: others }
  const outcomes = await evaluate(
    async (text) => answers[text] ?? [],
    [query('piano'), query('harp'), query('falconry', { class: 'none', expected: [], kinds: [] })],
  )
  expect(summarize(outcomes)).toEqual({
    queries: 3,
    topThree: 0.5,
    precision: 1,
    zero: 0.5,
    unwanted: 0,
    rightTab: 1,
    answered: 1,
  })
  expect(formatSummary(outcomes)).toMatch(/all\s+2\s+50\.0 %\s+1\.00\s+50\.0 %/)
  expect(formatFailures(outcomes)).toMatch(/^plain\s+harp: no result; found nothing$/)
})
