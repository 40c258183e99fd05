import { pictures } from '../../shared/messages/forms.ts'
import { toast } from '../ui/toast.ts'
import type { Outcome } from './picture-queue.ts'

/** Once all that was chosen is through, or has failed. A success first: it takes away the failures told before it. */
export function tellOutcome({ uploaded, failed, twice }: Outcome) {
  if (uploaded > 0) toast({ tone: 'good', text: pictures.uploaded })
  // That the session has ended is told by the session, with a way back that this must not cover.
  const told = failed.filter(({ code }) => code !== 'unauthenticated').map(({ name }) => name)
  if (told.length > 0) toast({ tone: 'bad', text: failureOf(told) })
  if (twice.length > 0) toast({ tone: 'bad', text: `${listed(twice)}: this picture is here already.` })
}

/** Names the files, as there may be several. */
export const failureOf = (names: string[]): string => `${pictures.failed} ${listed(names)}`

const listed = (names: string[]) => new Intl.ListFormat('en-US').format(names)
