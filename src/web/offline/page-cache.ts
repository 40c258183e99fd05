/** Copies of pages, whole enough to be opened without a connection. Part of the service worker. */
import { CacheExpiration } from 'workbox-expiration/CacheExpiration.js'
import {
  cachedAtAttribute,
  cachedAtHeader,
  filesCache,
  isListingPath,
  maxCachedFiles,
  maxCachedListings,
  offlinePath,
  pagesCache,
  titleHeader,
} from './caches.ts'

/** What is always there: how to stay safe, and what to say when something is not there. */
const precached = [offlinePath, '/safety-guide', '/customer-safety-guide', '/provider-safety-guide']

export const isCacheable = (path: string) => isListingPath(path) || precached.includes(path)

const files = new CacheExpiration(filesCache, { maxEntries: maxCachedFiles })
const pages = new CacheExpiration(pagesCache, { maxEntries: maxCachedListings + precached.length })

/** Throws when one of them cannot be had: then they are tried again with the next visit. */
export async function precache() {
  for (const path of precached) await cachePublicPage(path)
}

/** What a page answered, when anybody may see it; else the page as a visitor sees it, or nothing at all. */
export async function cacheResponse(path: string, answer: Response) {
  if (answer.status === 404 || answer.status === 410) return evict(path)
  if (!answer.ok || answer.redirected) return
  if (isPrivate(answer)) return cachePublicPage(path)
  await store(path, await answer.text())
}

/** Asked without cookies: whatever comes is nobody's own. */
export async function cachePublicPage(path: string) {
  const answer = await fetch(path, { credentials: 'omit' })
  if (answer.ok && !isPrivate(answer)) return store(path, await answer.text())
  if (answer.status === 404 || answer.status === 410) return evict(path)
  throw new Error(`${path} answered ${answer.status}.`)
}

export async function isCachedSince(path: string, instant: number): Promise<boolean> {
  const copy = await (await caches.open(pagesCache)).match(path)
  return copy !== undefined && Date.parse(copy.headers.get(cachedAtHeader) ?? '') > instant
}

/** The copy, which says that it is one. */
export async function findCached(path: string): Promise<Response | null> {
  const copy = await (await caches.open(pagesCache)).match(path)
  if (!copy) return null
  const html = await copy.text()
  const marked = html.replace(
    '<html ',
    `<html ${cachedAtAttribute}="${copy.headers.get(cachedAtHeader) ?? ''}" `,
  )
  return new Response(marked, { headers: copy.headers })
}

const isPrivate = ({ headers }: Response) => /private|no-store/.test(headers.get('cache-control') ?? '')

async function store(path: string, html: string) {
  const kept = new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      [cachedAtHeader]: new Date().toISOString(),
      [titleHeader]: encodeURIComponent(headingOf(html)),
    },
  })
  await cacheFiles(html)
  await (await caches.open(pagesCache)).put(path, kept)
  // What is always there was asked for last, so that it is never what goes.
  for (const each of precached) await pages.updateTimestamp(new URL(each, location.origin).href)
  await pages.updateTimestamp(new URL(path, location.origin).href)
  await pages.expireEntries()
}

async function evict(path: string) {
  await (await caches.open(pagesCache)).delete(path)
}

/** Named in pages and styles alike. */
const fileNames = /\/assets\/[\w.-]+/g

/** The files that the page is made of, and those that its styles name. What has a hash in its name never changes. */
async function cacheFiles(html: string) {
  const kept = await caches.open(filesCache)
  const add = async (name: string) => {
    await files.updateTimestamp(new URL(name, location.origin).href)
    if (await kept.match(name)) return
    const answer = await fetch(name)
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}.`)
    await kept.put(name, answer)
  }
  const named = [...new Set(html.match(fileNames) ?? [])]
  await Promise.all(named.map(add))
  const styles = await Promise.all(
    named.filter((name) => name.endsWith('.css')).map(async (name) => (await kept.match(name))?.text()),
  )
  const inStyles = styles.flatMap((style) => style?.match(fileNames) ?? [])
  await Promise.all([...new Set(inStyles)].map(add))
}

/** As it stands in the page's metadata: without the name of the site. */
function headingOf(html: string): string {
  const [, content = ''] = /<meta property="og:title" content="([^"]*)"/.exec(html) ?? []
  return content.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
