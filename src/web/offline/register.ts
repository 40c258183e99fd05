/**
 * Starts the service worker once the page has nothing better to do. `build` is the address of the page's script: another
 * build brings another worker. A browser that has no such thing, or may not use it, goes on without.
 */
export async function registerServiceWorker(build: string) {
  if (!('serviceWorker' in navigator)) return
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve))
  await navigator.serviceWorker.register(`/service-worker.js?of=${encodeURIComponent(build)}`).catch(() => {})
}
