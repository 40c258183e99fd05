/**
 * Runs beside the pages of a site that was visited: what was read once can be read without a connection. A page is asked
 * for anew whenever that is possible, and what is shown to somebody who is signed in is never kept.
 */
import { ExpirationPlugin } from 'workbox-expiration/ExpirationPlugin.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { CacheFirst } from 'workbox-strategies/CacheFirst.js'
import { filesCache, maxCachedFiles, offlinePath, picturesCache } from './caches.ts'
import {
  cachePublicPage,
  cacheResponse,
  findCached,
  isCacheable,
  isCachedSince,
  precache,
} from './page-cache.ts'

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = ExtendableEvent & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
type Worker = {
  addEventListener(type: 'install' | 'activate', listen: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listen: (event: FetchEvent) => void): void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}
/** TypeScript knows the browser's pages or its workers, not both at once. */
const worker = self as unknown as Worker

const hourMs = 3_600_000

worker.addEventListener('install', (event) => {
  event.waitUntil(precache().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  // The server is asked for a page while the worker still wakes up.
  const start = [worker.clients.claim(), worker.registration.navigationPreload?.enable()]
  event.waitUntil(Promise.all(start))
})

// What has a hash in its name never changes, and pages of an earlier build still name theirs.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: filesCache, plugins: [new ExpirationPlugin({ maxEntries: maxCachedFiles })] }),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(demo-)?pictures\//.test(url.pathname),
  new CacheFirst({
    cacheName: picturesCache,
    plugins: [new ExpirationPlugin({ maxEntries: 150, purgeOnQuotaError: true })],
  }),
)

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') return event.respondWith(openPage(event, pathname))
  const seen = listingAsked.exec(pathname)
  // Opened without loading a page: then the page is fetched to be kept, unless that was done a moment ago.
  if (seen)
    event.waitUntil(keepSeen(seen[1] === 'service' ? `/ad-details/${seen[2]}` : `/event-details/${seen[2]}`))
})

const listingAsked = /^\/api\/(service|event)\/([0-9a-f-]{36})$/

async function keepSeen(path: string) {
  if (await isCachedSince(path, Date.now() - hourMs)) return
  // Gone, or the connection is: there is nothing to keep.
  await cachePublicPage(path).catch(() => {})
}

async function openPage(event: FetchEvent, path: string): Promise<Response> {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    if (isCacheable(path)) event.waitUntil(cacheResponse(path, answer.clone()).catch(() => {}))
    return answer
  } catch {
    const { pathname, search } = new URL(event.request.url)
    const kept = await findCached(path)
    if (!kept) return Response.redirect(`${offlinePath}?to=${encodeURIComponent(pathname + search)}`)
    // The copy was made at the plain address, and shows what it does there.
    return search && path !== offlinePath ? Response.redirect(path) : kept
  }
}
