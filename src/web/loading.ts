/**
 * How a page reads: its loader is given the api, the address and its parameters, the same on the server and in
 * the browser. What the api refuses becomes a page with that status.
 */
import { createContext, data, type LoaderFunctionArgs } from 'react-router'
import type { Api } from '../shared/api-client.ts'
import type { AppError } from '../shared/errors.ts'

export const apiContext = createContext<Api>()

export type Given = { api: Api; params: Record<string, string | undefined>; query: URLSearchParams }

/** Parameters that the route's path guarantees are read with `params.name ?? ''`. */
export function load<Read>(read: (given: Given) => Promise<Read>) {
  return async ({ request, params, context }: LoaderFunctionArgs): Promise<Read> => {
    try {
      return await read({ api: context.get(apiContext), params, query: new URL(request.url).searchParams })
    } catch (error) {
      // All that a page reads by is its address: one that cannot be read leads nowhere.
      if (isAppError(error) && error.code === 'invalid') throw pageMissing()
      if (isAppError(error)) throw data(error.toReply(), { status: error.status })
      throw error
    }
  }
}

/** By name: on the server the error was made by the server's own copy of the class, not by this bundle's. */
const isAppError = (error: unknown): error is AppError => error instanceof Error && error.name === 'AppError'

/** A page that is not there is a real 404, thrown by a loader. */
export const pageMissing = () => data({ code: 'not_found' }, { status: 404 })
