/** Shows the notifications that the site sends, and opens the page of the one that is clicked. Part of the service worker. */
export type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = ExtendableEvent & { data: { json: () => unknown } | null }
type ClickEvent = ExtendableEvent & {
  notification: { data: unknown; close: () => void }
}
export type NotifyingWorker = {
  addEventListener(type: 'push', listen: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listen: (event: ClickEvent) => void): void
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> }
  clients: { openWindow: (path: string) => Promise<unknown> }
}

export function showNotifications(worker: NotifyingWorker) {
  worker.addEventListener('push', (event) => {
    const { title, body, path, tag } = contentOf(event)
    // One with the same tag replaces the other.
    event.waitUntil(
      worker.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: path }),
    )
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const path = event.notification.data
    event.waitUntil(worker.clients.openWindow(isPath(path) ? path : '/'))
  })
}

/** Browsers require that a notification is shown for each message, also for one that is not understood. */
function contentOf({ data }: PushEvent) {
  const content = (data?.json() ?? {}) as Record<string, unknown>
  const textOf = (name: string, otherwise: string) => {
    const value = content[name]
    return typeof value === 'string' ? value : otherwise
  }
  return {
    title: textOf('title', 'There are new ads'),
    body: textOf('body', ''),
    path: textOf('path', '/saved-searches'),
    tag: textOf('tag', 'new ads'),
  }
}

const isPath = (value: unknown): value is string => typeof value === 'string' && /^\/(?![/\\])/.test(value)
