import { type Api, createApi } from '../../../shared/api-client.ts'
import type { CallName } from '../../../shared/calls.ts'
import { type CallReply, contract, type HandlerReply } from '../../../shared/contract.ts'
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
      const context = { viewer, cookie, once, fresh: reads !== undefined, forgetSession: () => {} }
      const result = await dispatch(name, input, context)
      const reply = decode(name, result)
      return reads ? reads.note(name, input, reply) : reply
    } catch (error) {
      reads?.noteFailure()
      throw toAppError(error)
    }
  })
}

const decoder = new TextDecoder()

const decode = <Name extends CallName>(name: Name, result: HandlerReply<Name>): CallReply<Name> =>
  (result instanceof Uint8Array
    ? contract[name].reply.parse(JSON.parse(decoder.decode(result)))
    : result) as CallReply<Name>
