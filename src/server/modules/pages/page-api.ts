import { type Api, createApi } from '../../../shared/api-client.ts'
import type { CallName } from '../../../shared/contract/endpoint.ts'
import { catalogCalls, contract, type Endpoint } from '../../../shared/contract.ts'
import { type CacheTracker, createCacheTracker } from '../../platform/cache/cache-tracker.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { toAppError } from '../../platform/http/errors.ts'
import { createOnce } from '../../platform/http/once.ts'

/**
 * Returns an API client for one page that makes the same calls, with the same checks, without HTTP. The calls share what they
 * read. `tracker` records what their replies depend on. A page with a call that fails, or whose handler records nothing, is not
 * cached.
 */
export function apiFor(
  dispatch: Dispatch,
  viewer: Awaited<ReturnType<ViewerOf>>,
  cookie?: string,
  tracker?: CacheTracker,
): Api {
  const once = createOnce()
  return createApi(async (name, input) => {
    const own = tracker && createCacheTracker()
    try {
      // Rendering never signs anyone out: only calls from the browser do.
      const context = { viewer, cookie, once, forgetSession: () => {}, ...(own && { tracker: own }) }
      const reply = await dispatch(name, input, context)
      const isTracked = own?.isUsed() || isConstant(name)
      tracker?.include(isTracked ? (own?.dependencies() ?? null) : null)
      return reply
    } catch (error) {
      tracker?.preventCaching()
      throw toAppError(error)
    }
  })
}

const isConstant = (name: CallName): boolean => {
  const { constant }: Endpoint = contract[name]
  return constant === true || catalogCalls.has(name)
}
