/**
 * Keeps rendered pages of visitors in memory (decision 032). A page is used only as long as nothing that it was made from
 * has changed, as of the arrival of the request, and as long as its times and days are right.
 */
import { LRUCache } from 'lru-cache'
import { dayIn } from '../../../shared/days.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  type ContentChanges,
  followContentChanges,
  type Scope,
} from '../../platform/database/content-changes.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CacheStats } from '../../platform/database/snapshot-cache.ts'
import { createPageVariants, type PageVariants } from './page-variants.ts'

/** A page as it was rendered for one request. */
export type RenderedPage = {
  status: number
  html: string
  /** The pattern of its path, for the log and the metrics. */
  pattern: string
}

/** What decides how long a rendered page may be used; null if it may not be used for another request at all. */
export type Lifetime = {
  scopes: ReadonlySet<Scope>
  /** When it was rendered, and when one of its times changes, in milliseconds. */
  from: number
  until: number
  /** The day in the site's time zone. */
  day: string
}

/** `failed`: something that the page needs could not be read. */
export type Rendering<Page> = { page: Page; lifetime: Lifetime | null; failed: boolean }

export type CachedPage = {
  pattern: string
  variants: PageVariants
}

export const isCachedPage = (page: object): page is CachedPage => 'variants' in page

/** Returns the time in milliseconds, and the day in the site's time zone. */
type Now = () => { time: number; day: string }

export function nowIn(timeZone: string, clock: Clock): ReturnType<Now> {
  const now = clock()
  return { time: now.getTime(), day: dayIn(timeZone, now) }
}

export type PageCache = {
  /**
   * Returns the page of a URL that is right now, or what `render` returned if it may not be cached. Concurrent calls share
   * a rendering if nothing that it read has changed since it began. Throws if the database does not respond.
   */
  get: <Page extends object>(
    url: string,
    now: Now,
    render: () => Promise<Rendering<Page>>,
  ) => Promise<CachedPage | Page>
  stats: () => CacheStats
}

/** `version` is that of the content when the rendering began. */
type Entry = CachedPage & { version: number; lifetime: Lifetime; bytes: number }

const defaultMaxBytes = 32 * 1024 * 1024

/** About what an entry takes without its page. */
const entryBytes = 1_000
const bytesPerScope = 60

export function createPageCache(
  database: Database,
  { maxBytes = defaultMaxBytes }: { maxBytes?: number } = {},
): PageCache {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  const rendering = new Map<string, Promise<Entry | null>>()
  let hits = 0
  let misses = 0

  function createEntry(key: string, { html, pattern }: RenderedPage, lifetime: Lifetime, version: number) {
    const variants = createPageVariants(Buffer.from(html), () => {
      if (entries.peek(key) === entry) store()
    })
    const entry: Entry = { pattern, variants, version, lifetime, bytes: 0 }
    const overhead = entryBytes + key.length + bytesPerScope * lifetime.scopes.size
    const store = () => {
      entry.bytes = overhead + variants.bytes()
      // The size of a value that is already there is not read again.
      entries.delete(key)
      entries.set(key, entry)
    }
    store()
    return entry
  }

  /** Returns null for a page that may not be cached. */
  function entryOf(key: string, { page, lifetime }: Rendering<object>, version: number): Entry | null {
    return lifetime && isRendered(page) ? createEntry(key, page, lifetime, version) : null
  }

  /** `version` is what the request has read: a rendering that began later is right, whatever has changed since. */
  function isRight(entry: Entry, changes: ContentChanges, version: number, now: Now): boolean {
    const { lifetime } = entry
    // Read now, because a request may have waited for a rendering that began after its arrival.
    const { time, day } = now()
    if (time < lifetime.from || time >= lifetime.until || lifetime.day !== day) return false
    if (entry.version >= version) return true
    if (changes.haveChanged(lifetime.scopes, entry.version)) return false
    // The next request compares only later changes. A page with many facets has hundreds of scopes.
    entry.version = changes.latest()
    return true
  }

  async function getOf<Page extends object>(
    changes: ContentChanges,
    key: string,
    now: Now,
    render: () => Promise<Rendering<Page>>,
  ): Promise<Entry | Rendering<Page>> {
    const version = await changes.read()
    const isRightNow = (entry: Entry) => isRight(entry, changes, version, now)
    let found: Entry | null | undefined = entries.get(key)
    while (!found || !isRightNow(found)) {
      const pending = rendering.get(key)
      if (pending) found = await pending
      // A page that may not be cached is not shared either.
      if (!pending || !found) {
        // Later than `version` if others have read since, so that this rendering is right for all who wait for one.
        // Otherwise each would render its own, one after the other, and never catch up with frequent changes.
        return renderAs(key, changes.latest(), render)
      }
    }
    return found
  }

  async function renderAs<Page extends object>(
    key: string,
    version: number,
    render: () => Promise<Rendering<Page>>,
  ): Promise<Entry | Rendering<Page>> {
    const made = render()
    const entry = made.then(
      (page) => entryOf(key, page, version),
      () => null,
    )
    rendering.set(key, entry)
    try {
      return (await entry) ?? (await made)
    } finally {
      if (rendering.get(key) === entry) rendering.delete(key)
    }
  }

  const primary = followContentChanges(database)
  const { onOneServer } = database
  const changesOf = onOneServer ? { primary, replica: followContentChanges(database) } : null

  async function getFromOneServer<Page extends object>(
    url: string,
    now: Now,
    render: () => Promise<Rendering<Page>>,
  ) {
    if (!onOneServer || !changesOf) return getOf(primary, url, now, render)
    let isReplica = false
    const found = await onOneServer((server) => {
      isReplica = server === 'replica'
      return getOf(changesOf[server], `${server} ${url}`, now, render)
    })
    // Without being bound to the replica, a page also finds what only the primary knows.
    return isReplica && !isCachedPage(found) && found.failed ? render() : found
  }

  return {
    stats: () => ({ hits, misses, entries: entries.size, bytes: entries.calculatedSize }),
    async get(url, now, render) {
      let isMiss = false
      const found = await getFromOneServer(url, now, () => {
        isMiss = true
        misses += 1
        return render()
      })
      if (!isMiss) hits += 1
      return isCachedPage(found) ? found : found.page
    },
  }
}

const isRendered = (page: object): page is RenderedPage => 'html' in page
