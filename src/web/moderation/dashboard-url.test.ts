import { describe, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { oneOf, parseView, statusOptions } from './dashboard-url.ts'

const parse = (query: string) => parseView(new URLSearchParams(query), { role: 'admin' })

describe('the dashboard URL', () => {
  test('names the tab and the options of its list', () => {
    expect(parse('tab=services&search=piano&sort=price-asc&status=hidden&page=3')).toEqual({
      tab: 'services',
      search: 'piano',
      sort: 'price-asc',
      status: 'hidden',
      page: 3,
      field: '',
    })
  })

  test('opens the overview without a known tab', () => {
    for (const query of ['', 'tab=', 'tab=Services', 'tab=no-such-tab', 'search=piano']) {
      expect(parse(query)).toBeNull()
    }
  })

  test('falls back to defaults for values that are too long or invalid', () => {
    expect(parse(`tab=log&search=${'a'.repeat(500)}&page=-1&sort=`)).toEqual({
      tab: 'log',
      search: 'a'.repeat(200),
      sort: '',
      status: '',
      page: 1,
      field: '',
    })
  })

  test('leaves out default values', () => {
    expect(paths.admin({ tab: 'users', search: '', sort: '', status: '', page: 1 })).toBe('/admin?tab=users')
    expect(paths.admin({ tab: 'users', search: 'a@example.com', page: 2 })).toBe(
      '/admin?tab=users&search=a%40example.com&page=2',
    )
  })
})

test('an unknown option becomes the first one', () => {
  expect(oneOf(statusOptions.listings, 'deleted')).toBe('deleted')
  for (const value of ['', 'gone', 'toString']) expect(oneOf(statusOptions.listings, value)).toBe('live')
})
