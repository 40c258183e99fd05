/** Queues short messages. The component that shows them loads with the first one. */

export type Toast = {
  tone: 'good' | 'bad'
  /** The message, or its title if there is a `detail`. */
  text: string
  /** Shown below the text. */
  detail?: string
  action?: { label: string; run: () => void }
}

const queue: Toast[] = []
let notify = () => {}
const storageKey = 'toasts'

export function toast(message: Toast) {
  queue.push(message)
  notify()
}

export const takeToasts = () => queue.splice(0)

/** Replaces the listener, and calls it at once if toasts are queued. */
export function onToast(listener: () => void) {
  notify = listener
  if (queue.length > 0) notify()
}

/** Shows a toast after the next full page load. Actions are functions, so they cannot be stored. */
export function toastAfterLoad({ tone, text, detail }: Omit<Toast, 'action'>) {
  sessionStorage.setItem(storageKey, JSON.stringify([{ tone, text, detail }]))
}

/** Shows the toasts stored before the page load. */
export function showStoredToasts() {
  const stored = sessionStorage.getItem(storageKey)
  if (!stored) return
  sessionStorage.removeItem(storageKey)
  for (const message of JSON.parse(stored) as Toast[]) toast(message)
}
