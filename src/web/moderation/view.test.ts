import { describe, expect, test } from 'vitest'
import { statusesOf } from './tabs.ts'
import { chosen, readView, viewPath } from './view.ts'

const read = (query: string) => readView(new URLSearchParams(query))

describe('the address of the dashboard', () => {
  test('says the tab and what is wanted of it', () => {
    expect(read('tab=services&search=piano&sort=price-asc&status=hidden&page=3')).toEqual({
      tab: 'services',
      search: 'piano',
      sort: 'price-asc',
      status: 'hidden',
      page: 3,
    })
  })

  test('leads to the first screen without a tab that there is', () => {
    for (const query of ['', 'tab=', 'tab=Services', 'tab=no-such-tab', 'search=piano']) {
      expect(read(query)).toBeNull()
    }
  })

  test('is read as far as it can be when somebody typed or cut it', () => {
    expect(read(`tab=log&search=${'a'.repeat(500)}&page=-1&sort=`)).toEqual({
      tab: 'log',
      search: 'a'.repeat(200),
      sort: '',
      status: '',
      page: 1,
    })
  })

  test('leaves out what nobody asked for', () => {
    expect(viewPath({ tab: 'users', search: '', sort: '', status: '', page: 1 })).toBe('/admin?tab=users')
    expect(viewPath({ tab: 'users', search: 'a@example.com', page: 2 })).toBe(
      '/admin?tab=users&search=a%40example.com&page=2',
    )
  })
})

test('what cannot be chosen is the first that can', () => {
  expect(chosen(statusesOf.managed, 'deleted')).toBe('deleted')
  for (const value of ['', 'gone', 'toString']) expect(chosen(statusesOf.managed, value)).toBe('live')
})
