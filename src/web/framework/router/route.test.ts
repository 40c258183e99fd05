import { expect, test } from 'vitest'
import type { Services } from '../loading.ts'
import { Redirect, RouteError } from './outcomes.ts'
import { createMatcher, loadPage, type Route } from './route.ts'

const route = (path: string, loader?: () => Promise<unknown>): Route => ({
  id: path,
  path,
  load: async () => ({ element: null, ...(loader && { loader }) }),
})

const match = createMatcher([
  route('/'),
  route('/seller/:id'),
  route('/category/:id'),
  route('/category/:id/subcategory/:subId'),
  route('*'),
])

test.each([
  ['/', '/', {}],
  ['/seller/42', '/seller/:id', { id: '42' }],
  ['/seller/42/', '/seller/:id', { id: '42' }],
  ['/category/pets/subcategory/dogs', '/category/:id/subcategory/:subId', { id: 'pets', subId: 'dogs' }],
  ['/category/d%C3%A9co%2Fart', '/category/:id', { id: 'déco/art' }],
  ['/category/%E0%A4%A', '/category/:id', { id: '%E0%A4%A' }],
])('%s is %s', (path, id, params) => {
  const found = match(path)
  expect(found?.route.id).toBe(id)
  expect(found?.params).toEqual(params)
})

test.each(['/seller', '/seller/1/2', '//evil.example', '/nothing'])('%s is the last page', (path) => {
  expect(match(path)?.route.path).toBe('*')
})

/** The loaders of these pages use none. */
const services = {} as Services

const load = (loader: () => Promise<unknown>) =>
  loadPage({ route: route('/', loader), params: {} }, new URL('https://board.example/'), services)

test('an error of a loader becomes the failure of the page', async () => {
  const error = new RouteError(404, {})
  expect(await load(() => Promise.reject(error))).toMatchObject({ data: undefined, failure: { error } })
})

test('a page whose code cannot be loaded fails without code', async () => {
  const broken: Route = { id: 'x', path: '/x', load: () => Promise.reject(new Error('offline')) }
  const page = await loadPage({ route: broken, params: {} }, new URL('https://board.example/x'), services)
  expect(page).toMatchObject({ code: null, failure: { error: { message: 'offline' } } })
})

test('a redirect is returned', async () => {
  expect(await load(() => Promise.reject(new Redirect('/signin')))).toEqual(new Redirect('/signin'))
})
