import { expect, test, vi } from 'vitest'
import { memoryStorage } from '../../../../test/support/browser/memory-storage.ts'
import { createBrowserStorage } from '../../ui/storage/browser-storage.ts'
import type { LoaderContext, Services } from '../loading.ts'
import { createRouter } from './create-router.ts'
import { Redirect } from './outcomes.ts'
import { createMatcher, type Route } from './route.ts'

const origin = 'https://board.example'

/** A window with a history of several entries, whose `go` moves as the browser does. */
function createWindow(path = '/') {
  const entries: { url: URL; state: unknown }[] = [{ url: new URL(path, origin), state: null }]
  let at = 0
  const events = new EventTarget()
  const current = () => entries[at] ?? { url: new URL(origin), state: null }
  const write = (state: unknown, _title: string, url: string | URL = current().url) => {
    entries[at] = { url: new URL(url, origin), state }
  }
  const window = {
    scrollY: 0,
    get location() {
      return current().url
    },
    history: {
      scrollRestoration: 'auto',
      get state() {
        return current().state
      },
      replaceState: write,
      pushState(...parts: Parameters<typeof write>) {
        entries.splice(++at)
        write(...parts)
      },
      go(delta: number) {
        at += delta
        events.dispatchEvent(new Event('popstate'))
      },
    },
    addEventListener: events.addEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  }
  return { window, paths: () => entries.map(({ url }) => url.pathname + url.search + url.hash) }
}

/** Each load of a page waits until the test ends it. */
function createSite(path = '/') {
  const loads: { path: string; end: (data?: unknown) => void; fail: (error: unknown) => void }[] = []
  const loader = ({ path }: LoaderContext) =>
    new Promise<unknown>((end, fail) => loads.push({ path, end, fail }))
  const route: Route = { id: 'page', path: '*', load: async () => ({ element: null, loader }) }
  const { window, paths } = createWindow(path)
  const items = memoryStorage()
  const storage = createBrowserStorage(() => items)
  const page = { id: 'page', code: null, data: 'first', failure: null }
  const router = createRouter({
    window: window as unknown as Window,
    storage,
    match: createMatcher([route]),
    services: {} as Services,
    page,
  })
  const lastLoad = (count: number) =>
    vi.waitFor(() => {
      const load = loads[count - 1]
      if (!load) throw new Error(`There were ${loads.length} loads.`)
      return load
    })
  return { window, storage, paths, router, loads, lastLoad }
}

test('the page and the URL change together, once the next page is loaded', async () => {
  const { router, paths, lastLoad } = createSite()
  const navigation = router.navigate('/next?page=2', { state: { typed: 'a' } })
  const load = await lastLoad(1)
  expect(load.path).toBe('/next?page=2')
  expect(router.state()).toMatchObject({ next: { pathname: '/next' }, page: { data: 'first' } })
  expect(paths()).toEqual(['/'])
  load.end('second')
  await navigation
  expect(router.state()).toMatchObject({ next: null, page: { data: 'second' }, scroll: 'start' })
  expect(router.state().location).toMatchObject({ search: '?page=2', state: { typed: 'a' } })
  expect(paths()).toEqual(['/', '/next?page=2'])
})

test('a newer navigation replaces one that is still loading', async () => {
  const { router, paths, lastLoad } = createSite()
  const slow = router.navigate('/slow')
  const slowLoad = await lastLoad(1)
  const quick = router.navigate('/quick')
  const quickLoad = await lastLoad(2)
  quickLoad.end('quick')
  await quick
  slowLoad.end('slow')
  await slow
  expect(router.state().page.data).toBe('quick')
  expect(paths()).toEqual(['/', '/quick'])
})

test.each([
  [false, ['/', '/signin']],
  [true, ['/signin']],
])('a redirect enters the history like the navigation, replace: %s', async (replace, expected) => {
  const { router, paths, lastLoad } = createSite()
  const navigation = router.navigate('/private', { replace })
  const privateLoad = await lastLoad(1)
  privateLoad.fail(new Redirect('/signin'))
  const signIn = await lastLoad(2)
  expect(signIn.path).toBe('/signin')
  signIn.end()
  await navigation
  expect(paths()).toEqual(expected)
})

test('a failure is shown at the new URL', async () => {
  const { router, paths, lastLoad } = createSite()
  const navigation = router.navigate('/broken')
  const error = new Error('no connection')
  const load = await lastLoad(1)
  load.fail(error)
  await navigation
  expect(router.state().page.failure).toEqual({ error })
  expect(paths()).toEqual(['/', '/broken'])
})

test('a part of the page needs no loading; the same page without a part loads again', async () => {
  const { router, loads, lastLoad } = createSite('/guide')
  await router.navigate('/guide#payment')
  expect(router.state()).toMatchObject({ location: { hash: '#payment' }, page: { data: 'first' } })
  expect(loads).toEqual([])
  const navigation = router.navigate('/guide')
  const load = await lastLoad(1)
  load.end('again')
  await navigation
  expect(router.state().page.data).toBe('again')
})

test('going back loads the page and restores where it was scrolled to', async () => {
  const { router, window, lastLoad } = createSite('/list')
  window.scrollY = 640
  const forward = router.navigate('/details')
  const details = await lastLoad(1)
  details.end('details')
  await forward
  window.scrollY = 20
  window.history.go(-1)
  const list = await lastLoad(2)
  expect(list.path).toBe('/list')
  list.end('list')
  await vi.waitFor(() => expect(router.state()).toMatchObject({ page: { data: 'list' }, scroll: 640 }))
})

test('a page that is loaded again keeps its scroll position and location', async () => {
  const { router, lastLoad } = createSite('/list')
  const { location } = router.state()
  const revalidation = router.revalidate()
  expect(router.state().next).toBe(null)
  const load = await lastLoad(1)
  load.end('newer')
  await revalidation
  expect(router.state()).toMatchObject({ page: { data: 'newer' }, scroll: 'keep' })
  expect(router.state().location).toBe(location)
})

test('loading again during a navigation loads the next page again', async () => {
  const { router, paths, lastLoad } = createSite('/list')
  const navigation = router.navigate('/next')
  const stale = await lastLoad(1)
  const revalidation = router.revalidate()
  const fresh = await lastLoad(2)
  expect(fresh.path).toBe('/next')
  stale.end('stale')
  fresh.end('fresh')
  await Promise.all([navigation, revalidation])
  expect(router.state().page.data).toBe('fresh')
  expect(paths()).toEqual(['/list', '/next'])
})

test('a path that begins with two slashes stays on this site', async () => {
  const { router, window, lastLoad } = createSite()
  const navigation = router.navigate('//evil.example/x')
  const load = await lastLoad(1)
  load.end()
  await navigation
  expect(window.location.origin).toBe(origin)
})

test('positions survive a reload, and the browser scrolls while no document of ours is shown', async () => {
  const { router, window, storage } = createSite('/list')
  expect(window.history.scrollRestoration).toBe('manual')
  window.scrollY = 300
  window.dispatchEvent(new Event('pagehide'))
  expect(window.history.scrollRestoration).toBe('auto')
  const reloaded = createRouter({
    window: window as unknown as Window,
    storage,
    match: () => null,
    services: {} as Services,
    page: router.state().page,
  })
  expect(reloaded.state().scroll).toBe(300)
})
