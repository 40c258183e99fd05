/** Short messages over the page. They wait here until what shows them has been loaded, with the first of them. */

export type Toast = {
  tone: 'good' | 'bad'
  text: string
  action?: { label: string; run: () => void }
}

const waiting: Toast[] = []
let wake = () => {}
const keptUnder = 'toasts'

export function toast(message: Toast) {
  waiting.push(message)
  wake()
}

export const takeToasts = () => waiting.splice(0)

/** One at a time listens; the latest is told, also of what waits already. */
export function onToast(listener: () => void) {
  wake = listener
  if (waiting.length > 0) wake()
}

/** For when a whole page load follows. Its action cannot come along. */
export function toastAfterLoad({ tone, text }: Omit<Toast, 'action'>) {
  sessionStorage.setItem(keptUnder, JSON.stringify([{ tone, text }]))
}

/** Shows what was left by the page before this one. */
export function showKeptToasts() {
  const kept = sessionStorage.getItem(keptUnder)
  if (!kept) return
  sessionStorage.removeItem(keptUnder)
  for (const message of JSON.parse(kept) as Toast[]) toast(message)
}
