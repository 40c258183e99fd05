import { AppError } from '../../shared/errors.ts'
import { unreachable } from '../../shared/messages/pages.ts'
import { toast } from '../ui/toast.ts'

/** What to tell somebody about an error: the server's own sentence, if it sent one. */
export const messageOf = (error: unknown): string => (error instanceof AppError ? error.message : unreachable)

/** Says it, unless the fields of a form say it already. */
export function showFailureToast(error: unknown, shown = false) {
  if (!shown) toast({ tone: 'bad', text: messageOf(error) })
}
