import { findServiceWorkers } from '../../ui/storage/service-workers.ts'
import type { OpenedPage } from './caches.ts'

/**
 * Registers the service worker once the page has loaded. `build` is the path of the page's script, so each build has
 * its own worker. Does nothing in browsers that have no service workers or block them. The worker did not see the
 * first page of a browser, so this sends it what to store of that page.
 */
export async function registerServiceWorker(build: string) {
  const workers = findServiceWorkers()
  if (!workers) return
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve))
  const isFirst = workers.controller === null
  const url = `/service-worker.js?of=${encodeURIComponent(build)}`
  const registered = await workers.register(url).catch(() => null)
  if (!registered || !isFirst) return
  const { active } = await workers.ready
  const pictures = Array.from(document.images, ({ currentSrc }) => currentSrc)
  active?.postMessage({ path: location.pathname, pictures } satisfies OpenedPage)
}
