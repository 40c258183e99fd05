import { beforeAll, describe, expect, test } from 'vitest'
import { findTitles, listCalls, titlesOf } from '../../../../test/support/checks/list-calls.ts'
import { createListing, type ListingOverrides } from '../../../../test/support/data/factories.ts'
import { admin, createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { ErrorReply } from '../../../shared/errors.ts'

const kinds = ['service', 'event'] as const

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  const places: Record<string, ListingOverrides> = {
    'dogs of Austin': {},
    'cats of Austin': { subcategory: 'Pet Sitting' },
    'pets of Dallas': { city: 'Dallas', subcategory: null },
    'somewhere in Texas': { city: null, subcategory: 'Pet Grooming' },
    'handyman of Austin': { category: 'Home Improvement & Repair Services', subcategory: 'Handyman' },
    'dogs of Springfield, Illinois': { state: 'Illinois', city: 'Springfield' },
    'dogs of Springfield, Missouri': { state: 'Missouri', city: 'Springfield' },
    'dogs of Toronto': { country: 'Canada', state: 'Ontario', city: 'Toronto' },
    'all over Canada': { country: 'Canada', state: null, city: null, subcategory: 'Pet Grooming' },
  }
  for (const kind of kinds) {
    for (const [title, place] of Object.entries(places)) {
      await createListing(site.database, { kind, title, ...place })
    }
  }
})

const austin = ['cats of Austin', 'dogs of Austin', 'handyman of Austin']
const springfields = ['dogs of Springfield, Illinois', 'dogs of Springfield, Missouri']
const texas = [...austin, 'pets of Dallas', 'somewhere in Texas'].sort()

/** Queries of `…byfilter` and the titles they find, in alphabetical order. */
const combinations: [query: Record<string, string>, found: string[]][] = [
  [{ state: 'Texas' }, texas],
  [{ city: 'Austin' }, austin],
  [{ country: 'Canada' }, ['all over Canada', 'dogs of Toronto']],
  [{ subcategory: 'Handyman' }, ['handyman of Austin']],
  [{ category: 'Home Improvement & Repair Services' }, ['handyman of Austin']],
  [{ category: 'Pet Services', city: 'Austin' }, ['cats of Austin', 'dogs of Austin']],
  [{ category: 'Pet Services', subcategory: 'Dog Walking', city: 'Austin' }, ['dogs of Austin']],
  [{ country: 'United States', state: 'Texas', city: 'Dallas' }, ['pets of Dallas']],
  [{ subcategory: 'Dog Walking', country: 'Canada' }, ['dogs of Toronto']],
  [{ category: 'Pet Services', state: 'Illinois' }, ['dogs of Springfield, Illinois']],
  [{ searchtext: 'dogs', state: 'Texas', category: 'Pet Services' }, ['dogs of Austin']],
  // A name that several places share means all of them, unless a place above selects one.
  [{ city: 'Springfield' }, springfields],
  [{ city: 'Springfield', country: 'United States' }, springfields],
  [{ city: 'Springfield', state: 'Missouri' }, ['dogs of Springfield, Missouri']],
  [{ city: 'Springfield', searchtext: 'dogs' }, springfields],
  [{ city: 'Springfield', searchtext: 'dogs', state: 'Missouri' }, ['dogs of Springfield, Missouri']],
  // A place outside of the place above finds nothing.
  [{ category: 'Home Improvement & Repair Services', subcategory: 'Dog Walking' }, []],
  [{ country: 'Canada', state: 'Texas' }, []],
  [{ state: 'Texas', city: 'Springfield' }, []],
  [{ country: 'Canada', city: 'Austin' }, []],
  [{ country: 'Canada', state: 'Ontario', city: 'Austin' }, []],
  // Letter case does not matter, and neither do spaces around a name.
  [{ state: 'tExAs', city: 'AUSTIN', category: 'pet services' }, ['cats of Austin', 'dogs of Austin']],
  [{ city: '  austin ' }, austin],
  // An unknown name finds nothing, even next to a known one.
  [{ category: 'Time Travel' }, []],
  [{ subcategory: 'Time Travel' }, []],
  [{ country: 'Atlantis' }, []],
  [{ state: 'Atlantis' }, []],
  [{ city: 'Atlantis', country: 'United States' }, []],
  [{ searchtext: 'dogs', city: 'Atlantis' }, []],
  // An empty name does not filter.
  [{ category: '', subcategory: '', country: '', state: '', city: 'Austin', searchtext: '' }, austin],
  [{ category: ' ', city: 'Austin' }, austin],
]

describe.each(kinds)('%ssbyfilter', (kind) => {
  test.each(combinations)('%j finds %j', async (query, found) => {
    expect((await findTitles(site, query, kind)).sort()).toEqual(found)
  })

  test.each(combinations)('%j has the right total', async (query, found) => {
    const { body } = await site.get(`/${kind}sbyfilter?${new URLSearchParams(query)}`)
    expect(body).toMatchObject({ total: found.length, totalPages: found.length === 0 ? 0 : 1 })
  })

  test('returns the whole list without a filter', async () => {
    expect(await findTitles(site, {}, kind)).toHaveLength(9)
  })

  test('pages and sorts the matches', async () => {
    const query = { state: 'Texas', sort: 'newest', limit: '2', page: '2' }
    const { body } = await site.get(`/${kind}sbyfilter?${new URLSearchParams(query)}`)
    expect(body).toMatchObject({ total: 5, totalPages: 3 })
    expect(titlesOf(body)).toEqual(['pets of Dallas', 'cats of Austin'])
  })
})

const filteringCalls = listCalls.filter((call) => call.required)
/** The titles that each call with one name finds for the value of that name in `listCalls`. */
const foundBy: Record<string, string[]> = {
  category: ['all over Canada', 'dogs of Toronto', ...springfields, ...texas].filter(
    (title) => title !== 'handyman of Austin',
  ),
  subcategory: ['dogs of Austin', 'dogs of Toronto', ...springfields],
  country: [...springfields, ...texas],
  state: texas,
  city: austin,
}

describe.each(filteringCalls)('$path', ({ path, required }) => {
  const name = required?.name ?? ''
  const value = required?.value ?? ''

  test(`finds the listings of ${value} in any letter case`, async () => {
    for (const written of [value, value.toUpperCase(), value.toLowerCase()]) {
      const { body } = await site.get(`${path}?${new URLSearchParams({ [name]: written })}`)
      expect(titlesOf(body).sort()).toEqual(foundBy[name]?.toSorted())
    }
  })

  test('returns an empty list for an unknown name', async () => {
    const { status, body } = await site.get(`${path}?${name}=Nowhere`)
    expect(status).toBe(200)
    expect(titlesOf(body)).toEqual([])
  })

  test.each(['', `?${name}=`, `?${name}=%20%20`, '?page=1'])(
    'rejects "%s" and names the field',
    async (query) => {
      const { status, body } = await site.get<ErrorReply>(`${path}${query}`)
      expect(status).toBe(400)
      expect(body.code).toBe('invalid')
      expect(Object.keys(body.fields ?? {})).toEqual([name])
      expect(body.fields?.[name]).toContain(name)
    },
  )
})

test('the filters also apply to the list of reported listings', async () => {
  await createListing(site.database, { title: 'reported in Texas', status: 'reported', city: 'Houston' })
  await createListing(site.database, {
    title: 'reported in Ohio',
    status: 'reported',
    state: 'Ohio',
    city: null,
  })
  const request = async (filter: string) =>
    titlesOf((await site.get(`/servicesbyfilter?status=reported${filter}`, admin)).body).sort()
  expect(await request('')).toEqual(['reported in Ohio', 'reported in Texas'])
  expect(await request('&state=Ohio')).toEqual(['reported in Ohio'])
  expect(await request('&state=Atlantis')).toEqual([])
  expect(await request('&searchtext=Texas')).toEqual(['reported in Texas'])
  expect(await request('&searchtext=OHIO+reporte')).toEqual(['reported in Ohio'])
  expect(await request('&searchtext=ohio+texas')).toEqual([])
  expect(await request('&searchtext=%25')).toEqual([])
})
