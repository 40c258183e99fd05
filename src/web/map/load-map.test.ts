import { expect, test } from 'vitest'
import { createApi } from '../../shared/api-client.ts'
import type { Town } from '../../shared/map.ts'
import { loadMap, townFilters } from './load-map.ts'
import { keepMap, pathWith } from './map-url.ts'

const austin = {
  name: 'Austin',
  state: 'Texas',
  country: 'United States',
  latitude: 30,
  longitude: -98,
  count: 2,
}
const salem: Town = { ...austin, name: 'Salem', state: 'Oregon', count: 1 }
const apiWith = (sent: unknown[]) =>
  createApi((async (_name: string, input: unknown) => {
    sent.push(input)
    return [austin, salem]
  }) as never)

test('a list without view=map loads no towns', async () => {
  const sent: unknown[] = []
  expect(await loadMap(apiWith(sent), new URLSearchParams('town=Austin'), 'service', {})).toBeNull()
  expect([sent, townFilters(null)]).toEqual([[], {}])
})

test('the map has the towns of the filtered list', async () => {
  const sent: unknown[] = []
  const map = await loadMap(apiWith(sent), new URLSearchParams('view=map'), 'event', { category: 'Pets' })
  expect(map).toEqual({ towns: [austin, salem], town: null })
  expect(sent).toEqual([{ query: { kind: 'event', category: 'Pets' } }])
  expect(townFilters(map)).toEqual({})
})

test('a chosen town narrows the list; an unknown one does not', async () => {
  const load = (town: string) =>
    loadMap(apiWith([]), new URLSearchParams({ view: 'map', town }), 'service', {})
  expect(townFilters(await load('Salem, Oregon'))).toEqual({
    ...{ country: 'United States', state: 'Oregon', city: 'Salem' },
  })
  expect(townFilters(await load('Salem, Ohio'))).toEqual({})
})

test('changes parameters of a path and leaves the others', () => {
  const page = { pathname: '/all-services', search: '?category=Pets&page=3' }
  expect(pathWith(page, { view: 'map', page: null })).toBe('/all-services?category=Pets&view=map')
  expect(pathWith(page, { category: null, page: null })).toBe('/all-services')
})

test('the pages of a map keep the view and the town', () => {
  expect(keepMap('/state/Texas?page=2', '?view=map&town=Austin%2C+Texas&page=9')).toBe(
    '/state/Texas?page=2&view=map&town=Austin%2C+Texas',
  )
  expect(keepMap('/state/Texas', '?view=map')).toBe('/state/Texas?view=map')
})
