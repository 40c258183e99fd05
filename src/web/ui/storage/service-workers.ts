/** Returns null where the browser has no service workers, or blocks them: in a sandboxed frame, even reading the property throws. */
export function findServiceWorkers(): ServiceWorkerContainer | null {
  try {
    return navigator.serviceWorker ?? null
  } catch {
    return null
  }
}
