/** What a module's `routes.ts` provides: a handler for each of its rows of the contract. */
import type { CallName } from '../../../shared/calls.ts'
import type { CallReply, CallRequest } from '../../../shared/contract.ts'
import type { Viewer } from '../../../shared/policy.ts'

/** Who asks, from where, and what may be done about their session. */
export type RequestContext = {
  viewer: Viewer | null
  /** The network that a limit counts; of a page that the server renders there is none. */
  network?: string
  /** As the headers `Idempotency-Key` and `If-Match` were sent. */
  idempotencyKey?: string | undefined
  ifMatch?: string | undefined
  /** Says with this answer how many there are beyond the page (`X-Total-Count`). */
  setTotal?: (total: number) => void
  /** Makes the browser forget its session cookie with this answer. */
  forgetSession: () => void
}

export type Handlers = {
  [N in CallName]: (request: CallRequest<N> & RequestContext) => Promise<CallReply<N>>
}
