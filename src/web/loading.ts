/**
 * How a page reads: its loader is given the api, the address and its parameters, the same on the server and in
 * the browser. What the api refuses becomes a page with that status.
 */
import { createContext, data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { CurrentUser } from '../shared/account.ts'
import type { Api } from '../shared/api-client.ts'
import type { AppError, ErrorCode } from '../shared/errors.ts'
import { safeRedirectPath } from '../shared/safe-redirect.ts'
import { paths } from './paths.ts'

export const apiContext = createContext<Api>()

export type LoaderContext = {
  api: Api
  params: Record<string, string | undefined>
  query: URLSearchParams
  /** Of the page, with its query. */
  path: string
}
export type AuthedLoaderContext = LoaderContext & { signedIn: CurrentUser }

/** Parameters that the route's path guarantees are read with `params.name ?? ''`. */
export function createLoader<Read>(read: (given: LoaderContext) => Promise<Read>) {
  return async ({ request, params, context }: LoaderFunctionArgs): Promise<Read> => {
    const { pathname, search, searchParams } = new URL(request.url)
    try {
      return await read({
        api: context.get(apiContext),
        params,
        query: searchParams,
        path: pathname + search,
      })
    } catch (error) {
      // All that a page reads by is its address: one that cannot be read leads nowhere.
      if (isAppError(error) && error.code === 'invalid') throw notFoundResponse()
      if (isAppError(error)) throw data(error.toReply(), { status: error.status })
      throw error
    }
  }
}

/** Reads a page that is for those who are signed in; a visitor is sent to sign in, and comes back. */
export function createAuthedLoader<Read>(read: (given: AuthedLoaderContext) => Promise<Read>) {
  return createLoader(async (given) => {
    const signedIn = await given.api.getSession({})
    if (!signedIn) throw redirect(paths.signIn(given.path))
    return read({ ...given, signedIn })
  })
}

/** Answers where a visitor was going; whoever is signed in is sent there. */
export async function requireVisitor({ api, query }: LoaderContext): Promise<string> {
  const to = safeRedirectPath(query.get('to'))
  if (await api.getSession({})) throw redirect(to)
  return to
}

/** Whether the api meant this refusal. */
export const isRefused = (error: unknown, code: ErrorCode) => isAppError(error) && error.code === code

/** By name: on the server the error was made by the server's own copy of the class, not by this bundle's. */
const isAppError = (error: unknown): error is AppError => error instanceof Error && error.name === 'AppError'

/** A page that is not there is a real 404, thrown by a loader. */
export const notFoundResponse = () => data({ code: 'not_found' }, { status: 404 })
