import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadDemo } from '../../src/server/modules/demo/load-demo.ts'
import { createTestApp, type TestApp } from '../support/site/app.ts'
import { evaluate, formatFailures, formatSummary, summarize } from './evaluate.ts'
import { languages, loadAds, readQueriesOf, siteLanguages } from './languages.ts'
import { searchThrough } from './search-calls.ts'

const timeoutMs = 120_000
/** A Monday, so that the ads of this weekend are not over. */
const today = '2026-11-23'
let site: TestApp
beforeAll(async () => {
  site = await createTestApp(undefined, { settings: { languages: siteLanguages } })
  for (let month = 1; month <= 12; month += 1) await loadDemo(site.database, month)
  site.setNow(new Date(`${today}T18:00:00Z`))
  await loadAds(site.database, today)
}, timeoutMs)

const search = searchThrough(async (path) => {
  const { status, body, text } = await site.get(path)
  expect(status, `${path}: ${text}`).toBe(200)
  return body
})

describe.each(languages)('of 120 queries in the language %s', (language) => {
  test.each(['A', 'B'] as const)(
    'of half %s, at least 93 percent have an expected ad in the top three',
    async (half) => {
      const queries = await readQueriesOf(language, today)
      expect(queries.length).toBeGreaterThanOrEqual(120)
      expect(new Set(queries.map(({ text }) => text)).size).toBe(queries.length)
      const outcomes = await evaluate(
        search,
        queries.filter((query) => query.half === half),
      )
      const details = `\n${formatSummary(outcomes)}\n\n${half === 'A' ? formatFailures(outcomes) : ''}`
      expect(summarize(outcomes).topThree, details).toBeGreaterThanOrEqual(0.93)
    },
  )

  test('the language of every ad is detected', async () => {
    const { rows } = await sql<{ title: string; language: string }>`
      select title, listing.language from listing join profile on profile.id = author_id
      where profile.email = ${`${language}@example.org`} and listing.language <> ${language}`.execute(
      site.database.kysely,
    )
    expect(rows).toEqual([])
  })
})
