import { expect, test } from 'vitest'
import type { Location } from '../../../shared/contract/catalog.ts'
import { finish } from '../../platform/time-slices.ts'
import { buildPlaceFinder } from './find-places.ts'

const state = (name: string, cities: string[]) => ({
  _id: name,
  id: name,
  name,
  slug: name,
  cities: cities.map((city) => ({ name: city })),
})

const countries: Location[] = [
  {
    _id: '1',
    name: 'United States',
    slug: 'united-states',
    state: [
      state('Illinois', ['Springfield']),
      state('Kansas', ['Kansas City']),
      state('Maine', ['Portland']),
      state('Minnesota', ['Austin', 'Saint Paul']),
      state('Missouri', ['Kansas City', 'Springfield', 'St. Louis']),
      state('New York', ['New York City', 'Buffalo']),
      state('Oregon', ['Portland', 'Springfield']),
      state('Texas', ['Austin', 'San Antonio', 'San Marcos']),
      state('Washington', ['Seattle']),
      state('District of Columbia', ['Washington, D.C.']),
    ],
  },
  { _id: '2', name: 'Canada', slug: 'canada', state: [state('Quebec', ['Montréal', 'Saint-Jérôme'])] },
]

const findPlaces = finish(buildPlaceFinder(countries))
const labels = (text: string) =>
  findPlaces(text).map(({ state, city }) => (city === null ? state : `${city}, ${state}`))

test('finds a city by its exact name', () => {
  expect(findPlaces('Buffalo')).toEqual([
    { country: { name: 'United States', slug: 'united-states' }, state: 'New York', city: 'Buffalo' },
  ])
})

test.each([
  ['buffalo', 'Buffalo, New York'],
  ['  BUFFALO ', 'Buffalo, New York'],
  ['montreal', 'Montréal, Quebec'],
  ['st louis', 'St. Louis, Missouri'],
  ['Saint Louis', 'St. Louis, Missouri'],
  ['St. Paul', 'Saint Paul, Minnesota'],
  ['st jerome', 'Saint-Jérôme, Quebec'],
  ['austin, texas', 'Austin, Texas'],
  ['Austin TX', 'Austin, Texas'],
  ['Austin, MN', 'Austin, Minnesota'],
  ['portland, me', 'Portland, Maine'],
  ['Kansas City MO', 'Kansas City, Missouri'],
  ['Kansas City, KS', 'Kansas City, Kansas'],
])('finds one city for “%s”', (text, label) => {
  expect(labels(text)).toEqual([label])
})

test('finds every city of the same name', () => {
  expect(labels('springfield')).toEqual([
    'Springfield, Illinois',
    'Springfield, Missouri',
    'Springfield, Oregon',
  ])
})

test('finds cities by the beginning of their name', () => {
  expect(labels('san')).toEqual(['San Antonio, Texas', 'San Marcos, Texas'])
})

test('finds a state, and the cities that begin with its name', () => {
  expect(labels('new york')).toEqual(['New York', 'New York City, New York'])
  expect(labels('Washington')).toEqual(['Washington', 'Washington, D.C., District of Columbia'])
  expect(labels('maine')).toEqual(['Maine'])
})

test.each(['', '   ', '!?', 'Atlantis', 'austin, ohio'])('finds nothing for “%s”', (text) => {
  expect(labels(text)).toEqual([])
})
