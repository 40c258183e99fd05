import { expect, test } from 'vitest'
import type { Town } from '../../../shared/contract/browse.ts'
import { pathWith } from '../lists/url-params.ts'
import { keepMap, toListMap } from './list-map.ts'

const austin = {
  name: 'Austin',
  state: 'Texas',
  country: 'United States',
  latitude: 30,
  longitude: -98,
  count: 2,
}
const salem: Town = { ...austin, name: 'Salem', state: 'Oregon', count: 1 }

test('a chosen town filters the list', () => {
  expect(toListMap([austin, salem], 'Salem, Oregon')).toEqual({
    towns: [austin, salem],
    town: salem,
    filters: { country: 'United States', state: 'Oregon', city: 'Salem' },
  })
})

test.each([null, '', 'Salem', 'Salem, Ohio'])('%j filters nothing', (label) => {
  expect(toListMap([austin, salem], label)).toEqual({ towns: [austin, salem], town: null, filters: {} })
})

test('changes parameters of a path, begins at the first page, and leaves the other parameters', () => {
  const page = { pathname: '/state/Texas', search: '?tab=events&page=3&eventsPage=2' }
  expect(pathWith(page, { view: 'map' })).toBe('/state/Texas?tab=events&view=map')
  expect(pathWith(page, { tab: null })).toBe('/state/Texas')
})

test('the pages of a map keep the view and the town', () => {
  expect(keepMap('/state/Texas?page=2', '?view=map&town=Austin%2C+Texas&page=9')).toBe(
    '/state/Texas?page=2&view=map&town=Austin%2C+Texas',
  )
  expect(keepMap('/state/Texas', '?view=map')).toBe('/state/Texas?view=map')
})
