/**
 * Makes pages that were read once available offline. Pages always come from the network when it is available, and
 * what a signed-in user sees is never cached.
 */
import { ExpirationPlugin } from 'workbox-expiration/ExpirationPlugin.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { CacheFirst } from 'workbox-strategies/CacheFirst.js'
import {
  filesCache,
  isCheckInPath,
  isListingPath,
  maxCachedFiles,
  type OpenedPage,
  offlinePath,
  picturesCache,
} from './caches.ts'
import { type ExtendableEvent, type NotifyingWorker, showNotifications } from './notifications.ts'
import {
  cachePublicPage,
  cacheResponse,
  findCached,
  isCacheable,
  isCachedSince,
  precache,
} from './page-cache.ts'

type FetchEvent = ExtendableEvent & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
type Worker = NotifyingWorker & {
  addEventListener(type: 'install' | 'activate', listen: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listen: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listen: (event: MessageEvent<OpenedPage> & ExtendableEvent) => void): void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}
/** TypeScript's DOM and worker libraries cannot be used in one project. */
const worker = self as unknown as Worker

showNotifications(worker)

const hourMs = 3_600_000

worker.addEventListener('install', (event) => {
  event.waitUntil(precache().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  // Navigation preload: the browser requests the page while the worker is still starting.
  const start = [worker.clients.claim(), worker.registration.navigationPreload?.enable()]
  event.waitUntil(Promise.all(start))
})

// Names contain a hash, so these files never change; cached pages of earlier builds still need theirs.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(assets\/|translated\/|look-|site-files\/)/.test(url.pathname),
  new CacheFirst({ cacheName: filesCache, plugins: [new ExpirationPlugin({ maxEntries: maxCachedFiles })] }),
)
const isPicture = ({ origin, pathname }: URL) =>
  origin === location.origin && /^\/(demo-)?pictures\//.test(pathname)
const openedPictures = new CacheFirst({
  cacheName: picturesCache,
  plugins: [new ExpirationPlugin({ maxEntries: 150, purgeOnQuotaError: true })],
})
registerRoute(({ url }) => isPicture(url), openedPictures)

worker.addEventListener('message', (event) => {
  const { path, pictures } = event.data
  if (!isListingPath(path) && !isCheckInPath(path)) return
  const cachePicture = (url: string) => openedPictures.handle({ request: new Request(url), event })
  const own = pictures.filter((url) => URL.canParse(url) && isPicture(new URL(url)))
  event.waitUntil(Promise.allSettled([cacheListing(path), ...own.map(cachePicture)]))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') return event.respondWith(openPage(event, pathname))
  const listing = listingCall.exec(pathname)
  // Client-side navigation loads no page, so fetch the page to cache it.
  if (listing)
    event.waitUntil(
      cacheListing(listing[1] === 'service' ? `/ad-details/${listing[2]}` : `/event-details/${listing[2]}`),
    )
})

const listingCall = /^\/api\/(service|event)\/([0-9a-f-]{36})$/

async function cacheListing(path: string) {
  if (await isCachedSince(path, Date.now() - hourMs)) return
  // The listing or the connection is gone: there is nothing to cache.
  await cachePublicPage(path).catch(() => {})
}

async function openPage(event: FetchEvent, path: string): Promise<Response> {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (isCacheable(path)) event.waitUntil(cacheResponse(path, response.clone()).catch(() => {}))
    return response
  } catch {
    const { pathname, search } = new URL(event.request.url)
    const cached = await findCached(path)
    if (!cached) return Response.redirect(`${offlinePath}?to=${encodeURIComponent(pathname + search)}`)
    // The cached page was made without a query, so it must be shown without one.
    return search && path !== offlinePath ? Response.redirect(path) : cached
  }
}
