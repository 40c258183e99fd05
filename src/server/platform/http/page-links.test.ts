import { expect, test } from 'vitest'
import { pageLinks } from './contract-routes.ts'

const url = '/api/servicesbyauser?limit=20&page=2'

test('links to the first, previous, next, and last page, and keeps the other parameters', () => {
  expect(pageLinks(url, 2, 4).split(', ')).toEqual([
    '</api/servicesbyauser?limit=20&page=1>; rel="first"',
    '</api/servicesbyauser?limit=20&page=1>; rel="prev"',
    '</api/servicesbyauser?limit=20&page=3>; rel="next"',
    '</api/servicesbyauser?limit=20&page=4>; rel="last"',
  ])
})

test('links to no page before the first or after the last', () => {
  const relations = (page: number, totalPages: number) =>
    [...pageLinks(url, page, totalPages).matchAll(/rel="(\w+)"/g)].map(([, relation]) => relation)
  expect(relations(1, 3)).toEqual(['first', 'next', 'last'])
  expect(relations(3, 3)).toEqual(['first', 'prev', 'last'])
  expect(relations(1, 1)).toEqual(['first', 'last'])
  expect(relations(1, 0)).toEqual(['first', 'last'])
})

test('past the last page, the previous one is the last', () => {
  expect(pageLinks(url, 9, 4)).toContain('page=4>; rel="prev"')
})

test('a URL without parameters gets a page', () => {
  expect(pageLinks('/api/eventsbyauser', 1, 2)).toContain('</api/eventsbyauser?page=2>; rel="next"')
})
