/** Queues short messages. The component that shows them loads with the first one. */

import { serverMessageOf, UnexpectedResponseError } from '../../shared/errors.ts'
import { somethingWentWrong, unreachable } from '../../shared/messages/pages.ts'
import { t } from '../../shared/translate.ts'

export type Toast = {
  tone: 'success' | 'error'
  /** The message, or its title if there is a `detail`. */
  text: string
  detail?: string
  action?: { label: string; run: () => void }
  /** Keeps the toast until the next page ends. Other toasts end with the page on which they appear. */
  onNextPage?: boolean
}

type ToastDisplay = {
  /** Shows what `takeToasts` returns. */
  show: () => void
  dismiss?: () => void
  endPage?: () => void
}

const queue: Toast[] = []
let display: ToastDisplay = { show() {} }
let openDialogs = 0

export function toast(message: Toast) {
  queue.push(message)
  announce()
}

/** Behind an open dialog, a toast could be neither read nor clicked, so it waits. */
function announce() {
  if (queue.length > 0 && openDialogs === 0) display.show()
}

export const takeToasts = () => queue.splice(0)

/** Replaces what shows toasts, and has it show those that are queued. */
export function displayToasts(next: ToastDisplay) {
  display = next
  announce()
}

/** Closes the toasts of the page that was shown, and discards those that wait, except for the next page. */
export function endPage() {
  for (const { onNextPage, ...message } of takeToasts()) if (onNextPage) queue.push(message)
  display.endPage?.()
}

/** Closes all toasts, and holds back new ones until the returned function is called. */
export function holdToasts(): () => void {
  openDialogs += 1
  display.dismiss?.()
  return () => {
    openDialogs -= 1
    announce()
  }
}

/** Returns the server's message of an error. Without one, the request did not arrive, or something in between responded. */
export const messageOf = (error: unknown, fallback?: string): string =>
  serverMessageOf(error) ??
  fallback ??
  (error instanceof UnexpectedResponseError ? t(somethingWentWrong) : t(unreachable))

/** Shows the message of an error, unless the form already shows it at its fields (`shown`). */
export function showFailureToast(error: unknown, shown = false) {
  if (!shown) toast({ tone: 'error', text: messageOf(error) })
}
