/** The types of the handlers that a module's `routes.ts` provides: one for each of its rows of the contract; and what many reply. */
import type { CallName } from '../../../shared/contract/endpoint.ts'
import type { CallReply, CallRequest, RequiresViewer } from '../../../shared/contract.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { CacheTracker } from '../cache/cache-tracker.ts'
import type { Once } from './once.ts'

/** Who sent a request, from where, and how its session can be ended. */
export type RequestContext<Requester extends Viewer | null = Viewer | null> = {
  viewer: Requester
  /** The client's network, for rate limits; undefined while the server renders a page. */
  network?: string
  /** The `Idempotency-Key` and `If-Match` headers as sent. */
  idempotencyKey?: string | undefined
  ifMatch?: string | undefined
  /** The `Cookie` header as sent. */
  cookie?: string | undefined
  /** Shares reads among the calls of one page. Missing for a call through the API. */
  once?: Once
  /**
   * Records what the reply depends on, because it may be stored for other requests. So it needs everything that was committed before
   * the call. Without a record, it is not stored.
   */
  tracker?: CacheTracker
  /** Expires the browser's session cookie with this response. */
  forgetSession: () => void
}

/** The context of a call whose contract row requires a session. */
export type AuthedContext = RequestContext<Viewer>

export type Handlers = {
  [N in CallName]: (
    request: CallRequest<N> & RequestContext<RequiresViewer<N> extends true ? Viewer : Viewer | null>,
  ) => Promise<CallReply<N>>
}

/** Returns the message once `work` is finished. */
export async function done(work: Promise<unknown>, message: string): Promise<{ message: string }> {
  await work
  return { message }
}
