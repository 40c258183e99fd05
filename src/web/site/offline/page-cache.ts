/** Caches pages with everything they need to open offline. Part of the service worker. */
import { CacheExpiration } from 'workbox-expiration/CacheExpiration.js'
import { maxCachedListings } from '../../../shared/limits.ts'
import {
  cachedAtAttribute,
  cachedAtHeader,
  filesCache,
  isCheckInPath,
  isListingPath,
  maxCachedFiles,
  offlinePath,
  pagesCache,
} from './caches.ts'

/** Cached on the first visit: the offline page and the safety guides. */
const precached = [offlinePath, '/safety-guide', '/customer-safety-guide', '/provider-safety-guide']

export const isCacheable = (path: string) =>
  isListingPath(path) || isCheckInPath(path) || precached.includes(path)

const files = new CacheExpiration(filesCache, { maxEntries: maxCachedFiles })
const pages = new CacheExpiration(pagesCache, { maxEntries: maxCachedListings + precached.length })

/** Throws if a page cannot be fetched; the browser then retries on the next visit. */
export async function precache() {
  for (const path of precached) await cachePublicPage(path)
}

/** Caches `response` if it is public, else the page as visitors see it. Evicts pages that are gone. */
export async function cacheResponse(path: string, response: Response) {
  if (isGone(response)) return evict(path)
  if (!response.ok || response.redirected) return
  if (isPrivate(response)) return cachePublicPage(path)
  await store(path, await response.text())
}

/** Fetches the page without cookies, as visitors see it, and caches it. */
export async function cachePublicPage(path: string) {
  const response = await fetch(path, { credentials: 'omit' })
  if (response.ok && !isPrivate(response)) return store(path, await response.text())
  if (isGone(response)) return evict(path)
  throw new Error(`${path} responded with ${response.status}.`)
}

export async function isCachedSince(path: string, instant: number): Promise<boolean> {
  const cached = await (await caches.open(pagesCache)).match(path)
  return cached !== undefined && Date.parse(cached.headers.get(cachedAtHeader) ?? '') > instant
}

/** Returns the cached page, marked with the time when it was cached. */
export async function findCached(path: string): Promise<Response | null> {
  const cached = await (await caches.open(pagesCache)).match(path)
  if (!cached) return null
  const html = await cached.text()
  const marked = html.replace(
    '<html ',
    `<html ${cachedAtAttribute}="${cached.headers.get(cachedAtHeader) ?? ''}" `,
  )
  return new Response(marked, { headers: cached.headers })
}

const isGone = ({ status }: Response) => status === 404 || status === 410
const isPrivate = ({ headers }: Response) => /private|no-store/.test(headers.get('cache-control') ?? '')

async function store(path: string, html: string) {
  const response = new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      [cachedAtHeader]: new Date().toISOString(),
    },
  })
  await cacheFiles(html)
  await (await caches.open(pagesCache)).put(path, response)
  // Mark the precached pages as recently used, so that they never expire.
  for (const page of precached) await pages.updateTimestamp(new URL(page, location.origin).href)
  await pages.updateTimestamp(new URL(path, location.origin).href)
  await pages.expireEntries()
}

async function evict(path: string) {
  await (await caches.open(pagesCache)).delete(path)
}

/** Matches in pages and in style sheets. */
const fileNames = /\/(?:(?:translated\/[\w-]+\/)?assets\/|look-[0-9a-f]{16})[\w.-]+/g

/** Caches the files that the page and its style sheets refer to. Their names contain a hash, so they never change. */
async function cacheFiles(html: string) {
  const cache = await caches.open(filesCache)
  const add = async (name: string) => {
    await files.updateTimestamp(new URL(name, location.origin).href)
    if (!(await cache.match(name))) await cache.add(name)
  }
  const names = [...new Set(html.match(fileNames) ?? [])]
  await Promise.all(names.map(add))
  const styles = await Promise.all(
    names.filter((name) => name.endsWith('.css')).map(async (name) => (await cache.match(name))?.text()),
  )
  const inStyles = styles.flatMap((style) => style?.match(fileNames) ?? [])
  await Promise.all([...new Set(inStyles)].map(add))
}
