/**
 * Registers the service worker once the page has loaded. `build` is the path of the page's script, so each build has
 * its own worker. Does nothing in browsers that have no service workers or block them.
 */
export async function registerServiceWorker(build: string) {
  if (!('serviceWorker' in navigator)) return
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve))
  await navigator.serviceWorker.register(`/service-worker.js?of=${encodeURIComponent(build)}`).catch(() => {})
}
