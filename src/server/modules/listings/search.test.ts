import { beforeAll, describe, expect, test } from 'vitest'
import { findTitles, titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { createListing, type ListingOverrides, setStatus } from '../../../../test/support/data/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'

const board: ListingOverrides[] = [
  {
    title: 'House cleaning by Ana',
    category: 'Cleaning & Maintenance Services',
    subcategory: 'House Cleaning',
    city: 'Dallas',
  },
  {
    title: 'Fluent Spanish in three months',
    description: 'Lessons for grown-ups who have a plumber to talk to at night.',
    category: 'Educational & Tutoring Services',
    subcategory: null,
    state: 'Ohio',
    city: 'Columbus',
  },
  {
    title: 'Plumber at night',
    description: 'Leaking pipes, blocked drains, heaters.',
    category: 'Home Improvement & Repair Services',
    subcategory: 'Plumbing Repairs',
    state: 'New York',
    city: 'Buffalo',
  },
  { title: 'Café crème at your door', subcategory: null, state: 'Florida', city: 'Miami' },
  { title: 'Cafe tables, repainted', subcategory: null, state: 'Georgia', city: 'Atlanta' },
  { title: 'Dogs walked twice a day', description: 'Long walks by the river, wet noses welcome.' },
]
const [cleaning, spanish, plumber, creme, tables, dogs] = board.map(({ title }) => title ?? '')

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  for (const kind of ['service', 'event'] as const) {
    for (const listing of board) await createListing(site.database, { kind, ...listing })
  }
})

const sorted = (...titles: (string | undefined)[]) => titles.toSorted()
const found = async (searchtext: string, kind: 'service' | 'event' = 'service') =>
  (await findTitles(site, { searchtext }, kind)).sort()

describe.each(['service', 'event'] as const)('a search of %ss looks in', (kind) => {
  test('the title', async () => expect(await found('fluent', kind)).toEqual([spanish]))
  test('the description', async () => expect(await found('noses', kind)).toEqual([dogs]))
  test('the name of the category', async () => expect(await found('tutoring', kind)).toEqual([spanish]))
  test('the name of the subcategory', async () => expect(await found('plumbing', kind)).toEqual([plumber]))
  test('the name of the city', async () => expect(await found('buffalo', kind)).toEqual([plumber]))
  test('the name of the state', async () => expect(await found('new york', kind)).toEqual([plumber]))
  test('the name of the country', async () => expect(await found('united states', kind)).toHaveLength(6))
})

test.each(['PLUMBER night', 'plumber NIGHT', 'Plumber Night'])('ignores letter case: %s', async (text) => {
  expect(await found(text)).toEqual([plumber])
})

test.each(['cafe', 'café', 'CAFÉ', 'Café', 'cafè', 'café'.normalize('NFD')])(
  'ignores accents: %s',
  async (text) => {
    expect(await found(text)).toEqual(sorted(creme, tables))
  },
)

test('a combining accent does not split a word', async () => {
  expect(await found('crème'.normalize('NFD'))).toEqual([creme])
})

test.each([
  ['dog', dogs],
  ['walking', dogs],
  ['walk', dogs],
  ['walks', dogs],
  ['clean', cleaning],
  ['cleaned', cleaning],
  ['cleaning', cleaning],
  ['lesson', spanish],
  ['month', spanish],
  ['repairing pipes', plumber],
])('finds other forms of a word: %s', async (text, title) => {
  expect(await found(text)).toEqual([title])
})

test('finds an activity by the person who does it: cleaners find cleaning', async () => {
  expect(await found('cleaners')).toEqual([cleaning])
  expect(await found('cleaner')).toEqual([cleaning])
})

test.each([
  ['substituted', 'flutnt', spanish],
  ['left out', 'flunt', spanish],
  ['inserted', 'fluuent', spanish],
  ['swapped with the next', 'fluetn', spanish],
  ['wrong at the front', 'gluent', spanish],
  ['missing at the front', 'luent', spanish],
  ['swapped at the front', 'lfuent', spanish],
  ['wrong at the end', 'fluenr', spanish],
  ['missing at the end', 'fluen', spanish],
  ['too many at the end', 'fluentt', spanish],
  ['wrong in a city', 'bufallo', plumber],
  ['wrong in one of two words', 'plumber nihgt', plumber],
  ['wrong in each of two words', 'plunber nihgt', plumber],
  ['wrong in a word with an accent', 'créne', creme],
  ['wrong in capitals', 'FLUETN', spanish],
])('tolerates one letter %s: %s', async (_what, text, title) => {
  expect(await found(text)).toEqual([title])
})

test('finds nothing with two wrong letters in one word', async () => {
  expect(await found('fxuxnt')).toEqual([])
})

test('requires every word, in any order and any of the fields', async () => {
  expect(await found('night plumber')).toEqual([plumber])
  expect(await found('night columbus')).toEqual([spanish])
  expect(await found('plumber noses')).toEqual([])
  expect(await found('plumber zebra')).toEqual([])
})

describe('a search for a profession', () => {
  test.each(['plumber', 'Plumbers', 'plunber', 'plumber night'])(
    'finds who offers it, not who mentions it: %s',
    async (text) => {
      expect(await found(text)).toEqual([plumber])
      expect(await found(text, 'event')).toEqual([plumber])
    },
  )

  test('finds the activity that a topic is named after', async () => {
    const fresh = await createTestApp()
    const topics = [
      ['Photography & Video', 'Headshots', 'photographer'],
      ['Food & Baking', 'Home Bakers', 'baker'],
      ['Moving, Hauling & Delivery', 'Moving Help', 'mover'],
      ['Business & Office Help', 'Translation & Interpreting', 'interpreters'],
      ['Child & Family Care', 'Babysitting', 'babysitter'],
      ['Fashion & Tailoring', 'Alterations', 'tailor'],
    ]
    for (const [category, subcategory, title] of topics) {
      await createListing(fresh.database, { category, subcategory, title: `About ${title?.length} things` })
      const matches = await findTitles(fresh, { searchtext: title ?? '', category: category ?? '' })
      expect(matches, title).toEqual([`About ${title?.length} things`])
    }
  })

  test('finds nothing where nobody offers it', async () => {
    expect(await found('plumber columbus')).toEqual([])
    expect(await findTitles(site, { searchtext: 'plumber', city: 'Columbus' })).toEqual([])
  })

  test('finds descriptions in a category of the profession only', async () => {
    const fresh = await createTestApp()
    await createListing(fresh.database, {
      title: 'Leaks, fixed the same day',
      description: 'A licensed plumber for old houses.',
      category: 'Home Improvement & Repair Services',
      subcategory: 'Handyman',
    })
    await createListing(fresh.database, {
      title: 'Websites for one-person businesses',
      description: 'I have built them for two plumbers and a baker.',
      category: 'Tech Help & Digital',
      subcategory: 'Website Building',
    })
    const request = (searchtext: string) => findTitles(fresh, { searchtext })
    expect(await request('plumber')).toEqual(['Leaks, fixed the same day'])
    expect(await request('plumber houses')).toEqual(['Leaks, fixed the same day'])
    expect(await request('plumber websites')).toEqual([])
    expect(await request('baker')).toEqual([])
    expect(await request('businesses')).toEqual(['Websites for one-person businesses'])
  })
})

test('ranks a match in the title above one in the description', async () => {
  expect(await findTitles(site, { searchtext: 'night' })).toEqual([plumber, spanish])
  expect(await findTitles(site, { searchtext: 'night' }, 'event')).toEqual([plumber, spanish])
})

test('sorts by relevance unless another order is requested', async () => {
  expect(await findTitles(site, { searchtext: 'night', sort: 'relevance' })).toEqual([plumber, spanish])
  expect(await findTitles(site, { searchtext: 'night', sort: 'newest' })).toEqual([plumber, spanish])
  const fresh = await createTestApp()
  const priced = { description: 'Piano lessons at home.' }
  await createListing(fresh.database, { title: 'Piano for adults', price: 20 })
  await createListing(fresh.database, { title: 'Cheap keys', price: 10, ...priced })
  await createListing(fresh.database, { title: 'Dear keys', price: 30, ...priced })
  const request = (sort: string) => findTitles(fresh, { searchtext: 'piano', sort })
  expect((await request('relevance'))[0]).toBe('Piano for adults')
  expect(await request('price-asc')).toEqual(['Cheap keys', 'Piano for adults', 'Dear keys'])
  expect(await request('price-desc')).toEqual(['Dear keys', 'Piano for adults', 'Cheap keys'])
  expect(await request('newest')).toEqual(['Dear keys', 'Cheap keys', 'Piano for adults'])
  expect(await request('soonest')).toEqual(['Dear keys', 'Cheap keys', 'Piano for adults'])
})

test('combines with every filter', async () => {
  const request = (filter: Record<string, string>) => findTitles(site, { searchtext: 'night', ...filter })
  expect(await request({ city: 'Columbus' })).toEqual([spanish])
  expect(await request({ state: 'New York' })).toEqual([plumber])
  expect(await request({ category: 'Educational & Tutoring Services' })).toEqual([spanish])
  expect(await request({ subcategory: 'Plumbing Repairs', country: 'United States' })).toEqual([plumber])
  expect(await request({ subcategory: 'Plumbing Repairs', city: 'Columbus' })).toEqual([])
  expect(await request({ country: 'Canada' })).toEqual([])
})

test('finds services only among services, and events only among events', async () => {
  await createListing(site.database, { kind: 'event', title: 'Zither evening' })
  expect(await found('zither', 'event')).toEqual(['Zither evening'])
  expect(await found('zither')).toEqual([])
})

test('pages through many matches without losing or repeating any', async () => {
  const fresh = await createTestApp()
  for (let n = 1; n <= 30; n += 1) await createListing(fresh.database, { title: `Kite lessons ${n}` })
  const seen: string[] = []
  for (const page of ['1', '2', '3']) {
    const { body } = await fresh.get(`/servicesbyfilter?searchtext=kite&page=${page}`)
    expect(body).toMatchObject({ total: 30, totalPages: 3 })
    seen.push(...titlesOf(body))
  }
  expect(new Set(seen).size).toBe(30)
  const beyond = await fresh.get('/servicesbyfilter?searchtext=kite&page=4')
  expect(beyond.body).toMatchObject({ services: [], total: 30, totalPages: 3 })
})

test('finds an edited listing by its new words and not by its old ones', async () => {
  const id = await createListing(site.database, { title: 'Harpsichord repair' })
  await site.database.kysely
    .updateTable('listing')
    .set({ title: 'Accordion care' })
    .where('id', '=', id)
    .execute()
  expect(await found('accordion')).toEqual(['Accordion care'])
  expect(await found('harpsichord')).toEqual([])
})

test('finds a new word as typed at once, even if it has just been corrected', async () => {
  const own = await createTestApp()
  await createListing(own.database, { title: 'Dulcimer evening' })
  expect(await findTitles(own, { searchtext: 'dulcimor' })).toEqual(['Dulcimer evening'])
  await createListing(own.database, { title: 'Dulcimor Trio' })
  expect(await findTitles(own, { searchtext: 'dulcimor' })).toEqual(['Dulcimor Trio'])
})

test('corrects the name of a small town to a word of the catalog only if no ad has the name', async () => {
  const own = await createTestApp()
  await createListing(own.database, { title: 'Gardener for spring' })
  expect(await findTitles(own, { searchtext: 'gardner' })).toEqual(['Gardener for spring'])
  await createListing(own.database, { title: 'The Gardner Singers' })
  expect(await findTitles(own, { searchtext: 'gardner' })).toEqual(['The Gardner Singers'])
})

test('corrects a typo that only a removed listing contained', async () => {
  const own = await createTestApp()
  await createListing(own.database, { title: 'Mandolin circle' })
  const mistyped = await createListing(own.database, { title: 'Mandalin circle' })
  expect(await findTitles(own, { searchtext: 'mandalin' })).toEqual(['Mandalin circle'])
  await setStatus(own.database, mistyped, 'deleted')
  expect(await findTitles(own, { searchtext: 'mandalin' })).toEqual(['Mandolin circle'])
})

test.each([
  ['in the ad', 'دُرُوسٌ فِي البِيَانُو', 'دروس البيانو'],
  ['in the search', 'خياط ماهر', 'خَيَّاطٌ'],
  ['as a letter stretcher', 'عـــود شرقي', 'عود'],
  ['of Hebrew', 'שִׁעוּרֵי פְּסַנְתֵּר', 'פסנתר'],
  ['of Hebrew in the search', 'שעורי גיטרה', 'גִּיטָרָה'],
])('ignores vowel marks %s', async (_, title, text) => {
  await createListing(site.database, { title })
  expect(await found(text)).toEqual([title])
})

test.each([
  ['أحمد للتنظيف', 'احمد'],
  ['خياطة منزلية', 'خياطه'],
  ['مستشفى الحيوانات', 'مستشفي'],
])('finds %s by another spelling of its letters', async (title, text) => {
  await createListing(site.database, { title })
  expect(await found(text)).toEqual([title])
})

test('tells Hindi words apart by their vowels', async () => {
  await createListing(site.database, { title: 'दाल की दुकान' })
  expect(await found('दाल')).toEqual(['दाल की दुकान'])
  expect(await found('दिल')).toEqual([])
})
