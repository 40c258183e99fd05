import { findServiceWorkers } from '../storage/service-workers.ts'
import type { OpenedPage } from './caches.ts'

/**
 * Registers the service worker once the page has loaded. `build` is the path of the page's script, so each build has
 * its own worker. Does nothing in browsers that have no service workers or block them. The first page of a browser was opened without
 * the worker, which is therefore told what to keep of it.
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
