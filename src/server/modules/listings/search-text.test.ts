import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { findTitles, titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { createListing } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { ErrorReply } from '../../../shared/errors.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  const write = (title: string) => createListing(site.database, { title })
  await write('Garden tools')
  await write('100% organic soap')
  await write('Painting/drywall, ceilings.Also floors')
  await write("Grandma's O'Brien stew")
  await write('Rock & roll (loud!)')
  await write('C++ lessons 🎸')
  await write('Write to me-too@hand-made.example.org')
  await write('Visit www.hand-made.example.org/our-shop')
})

const everything = 8
const request = (searchtext: string) =>
  site.get<{ total: number; search: { full: number } }>(
    `/servicesbyfilter?searchtext=${encodeURIComponent(searchtext)}`,
  )

describe('characters with a meaning in databases are plain text', () => {
  // None of them is a word, so they find nothing, and above all not everything.
  const punctuation = [
    '%',
    '_',
    '\\',
    "'",
    '"',
    '&',
    '|',
    '!',
    '(',
    ')',
    ':',
    '*',
    '<->',
    '--',
    ';',
    '/*',
    ':*',
  ]
  const more = [
    '()',
    "''",
    '""',
    '\\\\',
    '%%%',
    '\\x',
    '$$',
    '...',
    '?',
    '🎸',
    '🏳️‍🌈',
    '\u202e',
    '\u200b',
    '#',
  ]
  test.each([...punctuation, ...more])('finds nothing for %s alone', async (text) => {
    const { status, body } = await request(text)
    expect(status).toBe(200)
    expect(body.total).toBe(0)
  })

  const around = [
    '%',
    '_',
    '\\',
    "'",
    '"',
    ' & ',
    ' | ',
    '!',
    '(',
    ')',
    ':',
    '*',
    ' <-> ',
    ' -- ',
    ';',
    ':*',
    '🎸',
  ]
  test.each(around)('ignores %s next to a word', async (text) => {
    expect(await findTitles(site, { searchtext: `${text}garden` })).toEqual(['Garden tools'])
    expect(await findTitles(site, { searchtext: `garden${text}` })).toEqual(['Garden tools'])
    expect(await findTitles(site, { searchtext: `garden ${text} tools` })).toEqual(['Garden tools'])
  })

  test.each([
    'garden | soap',
    '!soap garden | lessons',
    'garden OR soap',
    'garden & zebra',
    'gar:*',
    'gard%',
    'g_rden tools zebra',
    "garden' or '1'='1",
    "'; drop table listing; --",
    '"garden soap"',
    '-soap',
    '$1',
    '\\u0000',
    "#event'|'#t1",
    "') | '#event",
    '#t1',
  ])('does not parse %s as an operator', async (text) => {
    const { status, body } = await request(text)
    expect(status).toBe(200)
    expect(body.search.full).toBeLessThanOrEqual(1)
  })

  test('finds a listing by a text with such characters', async () => {
    expect(await findTitles(site, { searchtext: '100% organic' })).toEqual(['100% organic soap'])
    expect(await findTitles(site, { searchtext: "grandma's" })).toEqual(["Grandma's O'Brien stew"])
    expect(await findTitles(site, { searchtext: "O'Brien" })).toEqual(["Grandma's O'Brien stew"])
    expect(await findTitles(site, { searchtext: 'rock & roll' })).toEqual(['Rock & roll (loud!)'])
    expect(await findTitles(site, { searchtext: '(loud!)' })).toEqual(['Rock & roll (loud!)'])
    expect(await findTitles(site, { searchtext: 'lessons 🎸' })).toEqual(['C++ lessons 🎸'])
  })

  test.each(['painting', 'drywall', 'painting/drywall', 'ceilings', 'floors'])(
    'finds words joined by a slash or a period separately: %s',
    async (text) => {
      expect(await findTitles(site, { searchtext: text })).toEqual(['Painting/drywall, ceilings.Also floors'])
    },
  )

  test.each(['garden/tools', 'garden.tools', 'garden,tools', 'tools-garden'])(
    'finds separate words by joined ones: %s',
    async (text) => {
      expect(await findTitles(site, { searchtext: text })).toEqual(['Garden tools'])
    },
  )

  test('finds a web address with a hyphen', async () => {
    expect(await findTitles(site, { searchtext: 'me-too@hand-made.example.org' })).toContain(
      'Write to me-too@hand-made.example.org',
    )
    expect(await findTitles(site, { searchtext: 'www.hand-made.example.org' })).toEqual([
      'Visit www.hand-made.example.org/our-shop',
    ])
  })
})

test.each(['', ' ', '   ', '\t', '\u00a0'])('a blank text does not filter: "%s"', async (text) => {
  const { status, body } = await request(text)
  expect(status).toBe(200)
  expect(body.total).toBe(everything)
})

describe('the length of a search text', () => {
  const paths = ['/servicesbyfilter', '/eventsbyfilter']

  test.each(paths)('can be 200 characters in %s', async (path) => {
    for (const text of ['a'.repeat(200), 'ab '.repeat(66), `garden tools ${' '.repeat(500)}`]) {
      expect((await site.get(`${path}?searchtext=${encodeURIComponent(text)}`)).status).toBe(200)
    }
    expect(titlesOf((await request(`garden tools ${' '.repeat(180)}`)).body)).toEqual(['Garden tools'])
  })

  test.each(paths)('cannot be 201 or more in %s', async (path) => {
    for (const length of [201, 5_000]) {
      const { status, body } = await site.get<ErrorReply>(`${path}?searchtext=${'a'.repeat(length)}`)
      expect(status).toBe(400)
      expect(body.code).toBe('invalid')
      expect(Object.keys(body.fields ?? {})).toEqual(['searchtext'])
      expect(body.fields?.searchtext).toMatch(/searchtext.*200/)
      expect(body.message).toContain('searchtext')
    }
  })

  test('is measured before characters expand to several letters', async () => {
    for (const character of ['ﬃ', '㎯', '﷽', 'ß', 'Æ', '½']) {
      expect((await request(character.repeat(200))).status, character).toBe(200)
    }
  })
})

test('no text makes the search fail', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'&|!():*<->\'"\\%_;$ #,./-@ab0'), maxLength: 60 }),
  )
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const { status } = await request(text)
      expect([200, 400]).toContain(status)
    }),
    { numRuns: 300 },
  )
})
