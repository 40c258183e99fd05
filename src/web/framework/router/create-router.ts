/**
 * Navigates without a full page load: loads the code and data of the next page while the current one stays, then changes the
 * URL and the page together. A newer navigation replaces one that is still loading.
 */

import { type BrowserStorage, parseJson } from '../../ui/storage/browser-storage.ts'
import type { Services } from '../loading.ts'
import { Redirect } from './outcomes.ts'
import { loadPage, type Matcher, type Page } from './route.ts'

/** A place in the browser's history. */
export type Location = {
  pathname: string
  search: string
  hash: string
  /** What the navigation passed on. Survives a reload. */
  state: unknown
  /** Unique in the history, and different after each navigation. */
  key: string
}

/** What the router stores in each entry of the browser's history. */
type HistoryState = Pick<Location, 'key' | 'state'>

const newKey = () => Math.random().toString(36).slice(2, 10)

type Address = Pick<URL, 'pathname' | 'search' | 'hash'>

export const createLocation = (
  { pathname, search, hash }: Address,
  state: unknown = null,
  key = newKey(),
): Location => ({ pathname, search, hash, state, key })

const hrefOf = ({ pathname, search, hash }: Address) => pathname + search + hash

/** Returns where the browser is. An entry that the router did not make, such as that of a link to `#top`, gets a key. */
function readLocation({ location, history }: Pick<Window, 'location' | 'history'>): Location {
  const stored = history.state as Partial<HistoryState> | null
  const current = createLocation(location, stored?.state, stored?.key)
  if (!stored?.key) history.replaceState(historyStateOf(current), '')
  return current
}

const historyStateOf = ({ key, state }: Location): HistoryState => ({ key, state })

/** Whether both are the same page and `next` names a part of it, which needs no loading. */
const isPartOf = (current: Address, next: Address) =>
  next.hash !== '' && current.pathname === next.pathname && current.search === next.search

type NavigateOptions = {
  /** Replaces the current entry of the history. */
  replace?: boolean
  /** Passed on as `location.state`. */
  state?: unknown
  keepScroll?: boolean
}

/** `to` is a path of this site. Resolves when the navigation has ended, also if another one replaced it. */
export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>

export type RouterState = {
  location: Location
  page: Page
  /** The page that is being loaded. */
  next: Location | null
  /** Where the page begins: in pixels, at its hash or top, or wherever it is. */
  scroll: number | 'start' | 'keep'
}

export type Router = {
  state: () => RouterState
  subscribe: (listener: () => void) => () => void
  navigate: Navigate
  /** Loads the data of the current page again. */
  revalidate: () => Promise<void>
}

type RouterOptions = {
  window: Window
  storage: BrowserStorage
  match: Matcher
  services: Services
  /** The page that the server rendered. */
  page: Page
}

type Visit = {
  location: Location
  /** How the visit enters the history. `null`: it is there already. */
  entry: 'push' | 'replace' | null
  keepScroll: boolean
}

export function createRouter({ window, storage, match, services, page }: RouterOptions): Router {
  const location = readLocation(window)
  const positions = trackScrollPositions(window, storage, () => state.location.key)
  let state: RouterState = { location, page, next: null, scroll: positions.find(location.key) ?? 'keep' }
  let loading: Visit | null = null
  const listeners = new Set<() => void>()

  function update(changes: Partial<RouterState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  async function go(visit: Visit): Promise<void> {
    const isRevalidation = visit.location === state.location
    if (!isRevalidation) positions.save(state.location.key)
    if (!isRevalidation && isPartOf(state.location, visit.location)) return show(visit, state.page)
    loading = visit
    if (!isRevalidation) update({ next: visit.location })
    const loaded = await load(visit.location)
    if (loading !== visit) return
    if (loaded instanceof Redirect) {
      const location = createLocation(addressOf(loaded.path))
      return go({ location, entry: visit.entry ?? 'replace', keepScroll: false })
    }
    show(visit, loaded)
  }

  function show({ location, entry, keepScroll }: Visit, page: Page) {
    loading = null
    if (entry) window.history[`${entry}State`](historyStateOf(location), '', addressOf(hrefOf(location)))
    update({
      location,
      page,
      next: null,
      scroll: keepScroll ? 'keep' : (positions.find(location.key) ?? 'start'),
    })
  }

  async function load(location: Location): Promise<Page | Redirect> {
    const found = match(location.pathname)
    if (!found) throw new Error(`No route matches ${location.pathname}.`)
    return loadPage(found, addressOf(hrefOf(location)), services)
  }

  /** With the origin, because `//example.org` alone would be another site. */
  const addressOf = (path: string) => new URL(window.location.origin + path)

  window.addEventListener('popstate', () => {
    void go({ location: readLocation(window), entry: null, keepScroll: false })
  })

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigate: (to, { replace = false, state: passedOn, keepScroll = false } = {}) =>
      go({
        location: createLocation(addressOf(to), passedOn),
        entry: replace ? 'replace' : 'push',
        keepScroll,
      }),
    // A copy, because it replaces the navigation that is still loading.
    revalidate: () => go({ ...(loading ?? { location: state.location, entry: null, keepScroll: true }) }),
  }
}

const storageKey = 'scroll-positions'

/** `currentKey` returns the entry that is shown. Takes scrolling over from the browser while this document is shown. */
function trackScrollPositions(window: Window, storage: BrowserStorage, currentKey: () => string) {
  const { history } = window
  const positions = new Map((parseJson(storage.get(storageKey)) ?? []) as [string, number][])
  const save = (key: string) => void positions.set(key, window.scrollY)
  const takeOver = () => {
    history.scrollRestoration = 'manual'
  }
  takeOver()
  window.addEventListener('pageshow', takeOver)
  window.addEventListener('pagehide', () => {
    save(currentKey())
    storage.set(storageKey, JSON.stringify([...positions]))
    history.scrollRestoration = 'auto'
  })
  return { save, find: (key: string) => positions.get(key) }
}
