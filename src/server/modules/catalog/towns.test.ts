import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogPlaces, placeNamesText } from '../../../../test/support/data/catalog-files.ts'
import { distanceKm } from '../../../shared/distance.ts'
import { finish } from '../../platform/time-slices.ts'
import { createPlaceNames } from './place-names.ts'
import { buildTowns } from './towns.ts'

const places = catalogPlaces()
const towns = finish(buildTowns(places, finish(createPlaceNames(placeNamesText(), places))))
const austin = { name: 'Austin, Texas', latitude: 30.26715, longitude: -97.74306, country: 'US' }

describe('find', () => {
  test.each(['Austin', 'austin tx', ' AUSTIN, Texas ', '30.2,-97.7', '30.2, -97.7', '+30.2 , -97.70000001'])(
    'returns the center of the town for %j',
    (text) => {
      expect(towns.find(text)).toEqual(austin)
    },
  )

  test.each([
    ['78701', 'Austin, Texas'],
    ['78701-1234', 'Austin, Texas'],
    ['Austin, TX 78701', 'Austin, Texas'],
    ['10001', 'New York City, New York'],
    ['11201', 'Brooklyn, New York'],
    ['90001', 'Los Angeles, California'],
    ['M5V 3L9', 'Toronto, Ontario'],
    ['m5v', 'Toronto, Ontario'],
    ['K2K 1A1', 'Kanata, Ontario'],
    ['k1p', 'Ottawa, Ontario'],
    ['h2x1y4', 'Montréal, Quebec'],
    ['H7A', 'Laval, Quebec'],
    ['V5H 2A9', 'Burnaby, British Columbia'],
    ['V6B', 'Vancouver, British Columbia'],
    ['Y1A', 'Whitehorse, Yukon'],
  ])('returns the center of the town for the postal code %s', (text, name) => {
    const center = towns.find(text)
    expect(center).toMatchObject({ name, country: /^\d|TX/.test(text) ? 'US' : 'CA' })
    const named = towns.find(name)
    expect(named && center && distanceKm(center, named)).toBeLessThan(1)
  })

  test.each([
    ['78701 Austin', 'Austin, Texas'],
    ['78701, Austin TX', 'Austin, Texas'],
    ['78701-1234 Austin', 'Austin, Texas'],
    ['Austin 78701 Texas', 'Austin, Texas'],
    ['Austin, TX 78701, USA', 'Austin, Texas'],
    ['Austin, TX, 78701, United States', 'Austin, Texas'],
    ['89101 Las Vegas NV', 'Las Vegas, Nevada'],
    ['10001 New York', 'New York City, New York'],
    ['M5V 2T6 Toronto', 'Toronto, Ontario'],
    ['m5v2t6, Toronto, ON', 'Toronto, Ontario'],
    ['Toronto, ON M5V 2T6, Canada', 'Toronto, Ontario'],
    ['H2X 1Y4 Montreal', 'Montréal, Quebec'],
    // The number of a house, not a postal code.
    ['12345 Main St, Austin, TX 78701', 'Austin, Texas'],
    // A code that nobody has: the name counts.
    ['00000 Austin', 'Austin, Texas'],
    ['Austin 00000', 'Austin, Texas'],
  ])('returns the town of %j, a postal code with its town', (text, name) => {
    expect(towns.find(text)).toMatchObject({ name })
  })

  test.each([
    ['Kitchener-Waterloo', 'Kitchener-Waterloo'],
    ['Kitchener–Waterloo, ON', 'Kitchener-Waterloo'],
    ['kitchener/waterloo', 'Kitchener-Waterloo'],
    ['KW', 'Kitchener-Waterloo'],
    ['GTA', 'Greater Toronto Area'],
    ['DFW', 'Dallas-Fort Worth'],
    ['Dallas/Ft. Worth', 'Dallas-Fort Worth'],
    ['OC', 'Orange County'],
    ['Minneapolis-St. Paul', 'Minneapolis-St. Paul'],
    ['Minneapolis / Saint Paul, MN', 'Minneapolis-St. Paul'],
    ['Raleigh-Durham', 'Raleigh-Durham'],
    ['Ottawa–Gatineau', 'Ottawa-Gatineau'],
    ['Scranton-Wilkes-Barre', 'Scranton-Wilkes-Barre'],
    ['Midland & Odessa', 'Midland-Odessa'],
    ['Corvallis and Albany, Oregon', 'Corvallis-Albany'],
  ])('returns the name of several towns for %j', (text, name) => {
    const center = towns.find(text)
    expect(center).toMatchObject({ name })
    expect(towns.find(name)).toEqual(center)
  })

  test.each([
    ['Winston Salem', 'Winston-Salem, North Carolina'],
    ['Trois Rivieres QC', 'Trois-Rivières, Quebec'],
    ['Saint Louis', 'St. Louis, Missouri'],
    ['Port St. Lucie', 'Port Saint Lucie, Florida'],
    ['Sault St. Marie', 'Sault Ste. Marie, Ontario'],
    ['Ft Lauderdale', 'Fort Lauderdale, Florida'],
    ['Mt. Vernon, NY', 'Mount Vernon, New York'],
    ['N. Las Vegas', 'North Las Vegas, Nevada'],
    ['W Palm Beach', 'West Palm Beach, Florida'],
    ['Austin, TX, US', 'Austin, Texas'],
    ['city of Austin', 'Austin, Texas'],
    ['downtown Austin', 'Austin, Texas'],
    ['Greater Boston', 'Boston, Massachusetts'],
    ['Boston metro area', 'Boston, Massachusetts'],
  ])('returns the town of %j, one of the ways to write it', (text, name) => {
    expect(towns.find(text)).toMatchObject({ name })
  })

  test('returns null for two towns that are far apart, or words that are no town', () => {
    for (const text of [
      'Boston-Miami',
      'Austin-barber',
      'Austin/',
      'Texas-Oklahoma',
      '78701 barber',
      '12345 Main St',
    ])
      expect(towns.find(text)?.name ?? null, text).toBe(text === 'Austin/' ? 'Austin, Texas' : null)
  })

  test.each([
    ['00501', 'Holtsville, New York', { latitude: 40.82, longitude: -73.05 }],
    ['99950', 'Ketchikan, Alaska', { latitude: 55.34, longitude: -131.65 }],
    ['A1V 1A1', 'Gander, Newfoundland and Labrador', { latitude: 48.95, longitude: -54.6 }],
    ['X0A 0A0', 'Iqaluit, Nunavut', { latitude: 63.75, longitude: -68.5 }],
  ])('knows the town of %s, which the catalog does not have', (text, name, expected) => {
    const center = towns.find(text)
    expect(center).toMatchObject({ name })
    expect(center && distanceKm(center, expected)).toBeLessThan(25)
  })

  test('reads five digits as a code of the first country of the site that has it', () => {
    const nameIn = (text: string, codes: string[]) => {
      const of = { countries: codes.map((code, id) => ({ id, code, name: code })), states: [], cities: [] }
      return finish(buildTowns(of, finish(createPlaceNames('', of)))).find(text)?.name
    }
    expect(nameIn('69001', ['FR'])).toBe('Lyon, Auvergne-Rhône-Alpes')
    expect(nameIn('75011', ['FR', 'US'])).toBe('Paris, Île-de-France')
    expect(nameIn('75001', ['US', 'FR'])).toBe('Addison, Texas')
    expect(nameIn('69001', ['US', 'FR'])).toBe(nameIn('69001', ['US']) ?? 'Lyon, Auvergne-Rhône-Alpes')
    for (const text of ['78701', 'M5V']) expect(nameIn(text, ['FR', 'DE'])).toBeUndefined()
  })

  test('returns the same center for all postal codes of a town', () => {
    for (const codes of [
      ['78701', '78745', '78759'],
      ['M5V', 'M6K'],
      ['99950', '99901'],
      ['10001', '10280'],
    ]) {
      const centers = codes.map((code) => JSON.stringify(towns.find(code)))
      expect(new Set(centers).size, codes.join()).toBe(1)
    }
  })

  test('returns the same center for the name of a center', () => {
    for (const { latitude, longitude } of places.cities) {
      const center = towns.find(`${latitude},${longitude}`)
      const named = towns.find(center?.name ?? '')
      // GeoNames has both St. Charles and Saint Charles, Maryland.
      expect(named && center && distanceKm(named, center), center?.name).toBeLessThan(5)
    }
  })

  test('distinguishes countries', () => {
    expect(towns.find('Brooklyn, NY')).toMatchObject({ name: 'Brooklyn', country: 'US' })
    expect(towns.find('Vancouver BC')).toMatchObject({ country: 'CA' })
    expect(towns.find('Vancouver WA')).toMatchObject({ country: 'US' })
    expect(towns.find('49.28,-123.1')).toMatchObject({ country: 'CA' })
  })

  test('finds a town that shares its name with a state only if it is large', () => {
    expect(towns.find('New York')).toMatchObject({ name: 'New York City' })
    expect(towns.find('Delaware')).toBeNull()
    expect(towns.find('Delaware, Ohio')).toMatchObject({ name: 'Delaware, Ohio' })
  })

  test.each([
    '',
    ' ',
    ',',
    'Nowhereville',
    'Texas',
    'Austin barber',
    '00000',
    '1234',
    '123456',
    'h0h 0h0',
    'D1A',
    '09001',
    '91,0',
    '-91,0',
    '0,181',
    '0,0',
    '48.85,2.35',
    'NaN,NaN',
    'Infinity,0',
    '1e1,1e1',
    'undefined',
    '\0',
    '北京',
    'نيويورك',
    'תל אביב',
    '🙂',
  ])('returns null for %j', (text) => {
    expect(towns.find(text)).toBeNull()
  })

  test('rejects long texts quickly', () => {
    const start = performance.now()
    for (const text of ['x'.repeat(5_000), 'austin '.repeat(700), '1'.repeat(5_000), `${' '.repeat(5_000)}1`])
      expect(towns.find(text)).toBeNull()
    expect(performance.now() - start).toBeLessThan(100)
  })

  test('returns the center of a town for any coordinates', () => {
    const centers = new Set(places.cities.map(({ latitude, longitude }) => `${latitude},${longitude}`))
    const latitude = fc.double({ min: 25, max: 60, noNaN: true })
    const longitude = fc.double({ min: -130, max: -60, noNaN: true })
    fc.assert(
      fc.property(latitude, longitude, (north, east) => {
        const center = towns.find(`${north.toFixed(6)},${east.toFixed(6)}`)
        if (center) expect(centers).toContain(`${center.latitude},${center.longitude}`)
      }),
    )
  })
})

describe('nearest', () => {
  test('returns the nearest first', () => {
    const found = towns.nearest(30.27, -97.74, 4)
    expect(found.map(({ name }) => name)[0]).toBe('Austin, Texas')
    const distances = found.map(({ km }) => km)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    const all = places.cities.map((city) => distanceKm(city, { latitude: 30.27, longitude: -97.74 }))
    expect(distances).toEqual(all.toSorted((a, b) => a - b).slice(0, 4))
  })

  test('returns as many as there are', () => {
    expect(towns.nearest(0, 0, 0)).toEqual([])
    expect(towns.nearest(0, 0, 10_000)).toHaveLength(places.cities.length)
  })
})
