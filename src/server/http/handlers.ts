/** What a module's `routes.ts` provides: a handler for each of its rows of the contract. */
import type { CallName } from '../../shared/calls.ts'
import type { CallReply, CallRequest } from '../../shared/contract.ts'
import type { Viewer } from '../../shared/policy.ts'

export type Handlers = {
  [N in CallName]: (request: CallRequest<N> & { viewer: Viewer | null }) => Promise<CallReply<N>>
}
