/**
 * How a page reads: its loader is given the api, the address and its parameters, the same on the server and in
 * the browser. What the api refuses becomes a page with that status.
 */
import { createContext, data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { SignedIn } from '../shared/account.ts'
import type { Api } from '../shared/api-client.ts'
import type { AppError, ErrorCode } from '../shared/errors.ts'
import { landingPath } from '../shared/landing.ts'
import { paths } from './paths.ts'

export const apiContext = createContext<Api>()

export type Given = {
  api: Api
  params: Record<string, string | undefined>
  query: URLSearchParams
  /** Of the page, with its query. */
  path: string
}
export type GivenSignedIn = Given & { signedIn: SignedIn }

/** Parameters that the route's path guarantees are read with `params.name ?? ''`. */
export function load<Read>(read: (given: Given) => Promise<Read>) {
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
      if (isAppError(error) && error.code === 'invalid') throw pageMissing()
      if (isAppError(error)) throw data(error.toReply(), { status: error.status })
      throw error
    }
  }
}

/** Reads a page that is for those who are signed in; a visitor is sent to sign in, and comes back. */
export function loadSignedIn<Read>(read: (given: GivenSignedIn) => Promise<Read>) {
  return load(async (given) => {
    const signedIn = await given.api.getSignedIn({})
    if (!signedIn) throw redirect(paths.signIn(given.path))
    return read({ ...given, signedIn })
  })
}

/** Answers where a visitor was going; whoever is signed in is sent there. */
export async function requireVisitor({ api, query }: Given): Promise<string> {
  const to = landingPath(query.get('to'))
  if (await api.getSignedIn({})) throw redirect(to)
  return to
}

/** Whether the api meant this refusal. */
export const isRefused = (error: unknown, code: ErrorCode) => isAppError(error) && error.code === code

/** By name: on the server the error was made by the server's own copy of the class, not by this bundle's. */
const isAppError = (error: unknown): error is AppError => error instanceof Error && error.name === 'AppError'

/** A page that is not there is a real 404, thrown by a loader. */
export const pageMissing = () => data({ code: 'not_found' }, { status: 404 })
