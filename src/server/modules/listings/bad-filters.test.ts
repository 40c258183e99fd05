/** Bad values of every filter, on every call that has it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { ErrorReply } from '../../../shared/errors.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  for (const kind of ['service', 'event'] as const) await createListing(site.database, { kind })
  for (const [path, query] of calls) await site.get(`${path}?${query}searchtext=piano+lessons&near=78701`)
})

const calls = [
  ['/servicesbyfilter', ''],
  ['/eventsbyfilter', ''],
  ['/map', 'kind=service&'],
] as const

const badValues = {
  within: ['-1', '0', '7', '1000', 'NaN', 'Infinity', '1e1', '5.0', ''],
  price_min: ['-1', 'NaN', 'Infinity', '1e3', '1.234', '99999999', '$5', ''],
  price_max: ['-1', 'NaN', 'free', '１２'],
  free: ['false', '1', 'TRUE', ''],
  pictures: ['no', ''],
  when: ['yesterday', 'WEEK', ''],
  from: ['2026-02-30', '26-1-1', 'today', '0000-00-00', ''],
  to: ['2026-13-01', 'NaN'],
  hide_ended: ['0', 'yes'],
  verbatim: ['yes', ''],
}
const rows = Object.entries(badValues).flatMap(([name, values]) =>
  values.map((value) => [name, value] as const),
)

/** Returns the reply and how much processor time all of this process took meanwhile. */
async function measure(url: string) {
  const before = process.cpuUsage()
  const reply = await site.get<ErrorReply>(url)
  const { user, system } = process.cpuUsage(before)
  return { ...reply, cpuMs: (user + system) / 1000 }
}

describe.each(calls)('%s', (path, query) => {
  test.each(rows)('rejects %s=%s and names the field', async (name, value) => {
    const url = `${path}?${query}near=Austin&${new URLSearchParams({ [name]: value })}`
    const { status, body } = await site.get<ErrorReply>(url)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [name]])
    expect(body.fields?.[name]).toMatch(new RegExp(`^${name} .{10,}\\.$`))
  })

  test.each([
    ['only punctuation', '?!.,;:-–—()[]{}"\'&/\\|<>'],
    ['only quotes', '""" "'],
    ['right-to-left', 'سباك في نيويورك'],
    ['Hebrew', 'שיעורי פסנתר'],
    ['Chinese', '钢琴课 北京'],
    ['Japanese', 'ピアノのレッスン'],
    ['emoji', '🐕🐕 🚶‍♀️'],
    ['format characters', '\u202epiano\u2066\u200b\u200f'],
    ['one letter', 'a'],
    ['the longest text', 'x'.repeat(200)],
    ['many short words', 'a b '.repeat(49)],
    ['many misspelled words', 'plummer bycicle '.repeat(12)],
    ['many places', 'austin texas nyc la dc '.repeat(8)],
    ['operators', 'piano & !(lessons | guitar) <-> *'],
  ])('a search for %s has a sensible result within 100 ms', { tags: ['timed'] }, async (_, searchtext) => {
    const { status, cpuMs } = await measure(`${path}?${query}${new URLSearchParams({ searchtext })}`)
    expect(status).toBe(200)
    expect(cpuMs).toBeLessThan(100)
  })

  test.each([
    ['5,000 characters', 'x'.repeat(5_000)],
    ['200 words', 'word '.repeat(200)],
    ['200 words from right to left', 'كلمة '.repeat(200)],
  ])('a search for %s is rejected within 100 ms', { tags: ['timed'] }, async (_, searchtext) => {
    const { status, body, cpuMs } = await measure(`${path}?${query}${new URLSearchParams({ searchtext })}`)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['searchtext']])
    expect(cpuMs).toBeLessThan(100)
  })
})

test.each([
  ['empty', '', 200],
  ['only punctuation', '?!', 200],
  ['right-to-left', 'بيانو', 200],
  ['Chinese', '钢琴', 200],
  ['too long', 'x'.repeat(5_000), 400],
  ['200 words', 'word '.repeat(200), 400],
])('suggestions for a text that is %s', { tags: ['timed'] }, async (_, q, expected) => {
  const { status, body, cpuMs } = await measure(`/suggestions?${new URLSearchParams({ q })}`)
  expect(status).toBe(expected)
  expect(Object.keys(body.fields ?? {})).toEqual(expected === 400 ? ['q'] : [])
  expect(cpuMs).toBeLessThan(100)
})
