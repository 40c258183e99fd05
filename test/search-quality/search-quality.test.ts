import { beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../../src/server/modules/demo/load-demo.ts'
import { createTestApp } from '../support/site/app.ts'
import { evaluate, formatFailures, formatSummary, type Outcome, summarize } from './evaluate.ts'
import { readQueries } from './queries.ts'
import { searchThrough } from './search-calls.ts'

const timeoutMs = 120_000

let outcomes: Outcome[]
let details: string
beforeAll(async () => {
  const site = await createTestApp()
  for (let month = 1; month <= 12; month += 1) await loadDemo(site.database, month)
  site.setNow(new Date())
  const search = searchThrough(async (path) => {
    const { status, body, text } = await site.get(path)
    expect(status, `${path}: ${text}`).toBe(200)
    return body
  })
  const queries = await readQueries()
  outcomes = await evaluate(
    search,
    queries.filter(({ half }) => half === 'A'),
  )
  details = `\n${formatSummary(outcomes)}\n\n${formatFailures(outcomes)}`
}, timeoutMs)

test('at least 95 % of the queries have an expected listing in the top three', () => {
  expect(summarize(outcomes).topThree, details).toBeGreaterThanOrEqual(0.95)
})

test('at least four of five results among the first five are relevant', () => {
  expect(summarize(outcomes).precision, details).toBeGreaterThanOrEqual(0.8)
})

test('at most 2 % of the queries find nothing', () => {
  expect(summarize(outcomes).zero, details).toBeLessThanOrEqual(0.02)
})
