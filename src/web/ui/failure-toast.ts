import { serverMessageOf, UnexpectedResponseError } from '../../shared/errors.ts'
import { somethingWentWrong, unreachable } from '../../shared/messages/pages.ts'
import { toast } from './toast.ts'

/**
 * Returns the server's sentence about an error, or `fallback` if our server sent none: the request did not arrive, or
 * something in between responded.
 */
export const messageOf = (error: unknown, fallback?: string): string =>
  serverMessageOf(error) ??
  fallback ??
  (error instanceof UnexpectedResponseError ? somethingWentWrong : unreachable)

/** Shows the message of an error, unless the form already shows it at its fields (`shown`). */
export function showFailureToast(error: unknown, shown = false) {
  if (!shown) toast({ tone: 'bad', text: messageOf(error) })
}
