import { expect, test } from 'vitest'
import { type NotifyingWorker, showNotifications } from './notifications.ts'

type Listener = (event: never) => void

/** A service worker that notes what it shows and opens. */
function startWorker() {
  const listeners = new Map<string, Listener>()
  const shown: unknown[] = []
  const opened: string[] = []
  const worker = {
    addEventListener: (type: string, listen: Listener) => void listeners.set(type, listen),
    registration: {
      showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
    },
    clients: { openWindow: async (path: string) => void opened.push(path) },
  }
  showNotifications(worker as unknown as NotifyingWorker)
  const fire = (type: string, event: object) =>
    listeners.get(type)?.({ waitUntil: () => {}, ...event } as never)
  return { shown, opened, fire }
}

test('shows what the site sends', () => {
  const { shown, fire } = startWorker()
  const content = { title: 'New ad: Piano', body: 'For your search', path: '/ad-details/1', tag: 'a' }
  fire('push', { data: { json: () => content } })
  expect(shown).toEqual([
    {
      title: 'New ad: Piano',
      body: 'For your search',
      tag: 'a',
      icon: '/icon-192.png',
      data: '/ad-details/1',
    },
  ])
})

test('shows a notification for every message, and opens only pages of this site', () => {
  const { shown, opened, fire } = startWorker()
  fire('push', { data: null })
  fire('push', { data: { json: () => ({ title: 5, path: {} }) } })
  expect(shown).toMatchObject([
    { title: 'There are new ads' },
    { title: 'There are new ads', data: '/saved-searches' },
  ])
  for (const data of ['/ad-details/1', 'https://evil.example/', '//evil.example', '/\\evil.example', null])
    fire('notificationclick', { notification: { data, close: () => {} } })
  expect(opened).toEqual(['/ad-details/1', '/', '/', '/', '/'])
})
