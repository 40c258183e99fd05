import { type Api, createApi } from '../../../shared/api-client.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { toAppError } from '../../platform/http/errors.ts'
import { createOnce } from '../../platform/http/once.ts'
import type { PageReads } from './page-reads.ts'

/**
 * Returns an API client for one page that makes the same calls, with the same checks, without HTTP. The calls share what they
 * read.
 */
export function apiFor(
  dispatch: Dispatch,
  viewer: Awaited<ReturnType<ViewerOf>>,
  cookie?: string,
  reads?: PageReads,
): Api {
  const once = createOnce()
  return createApi(async (name, input) => {
    try {
      // Rendering never signs anyone out: only calls from the browser do.
      const reply = await dispatch(name, input, { viewer, cookie, once, forgetSession: () => {} })
      return reads ? reads.note(name, input, reply) : reply
    } catch (error) {
      reads?.noteFailure()
      throw toAppError(error)
    }
  })
}
