/** How pages load their data, on the server and in the browser alike. */
import type { CurrentUser } from '../../shared/account.ts'
import type { Api } from '../../shared/api-client.ts'
import { type AppError, type ErrorCode, UnexpectedResponseError } from '../../shared/errors.ts'
import { safeRedirectPath } from '../../shared/safe-redirect.ts'
import type { PageSettings } from '../../shared/settings/table.ts'
import { Redirect, RouteError } from './router/outcomes.ts'

/** What every loader needs besides the URL. */
export type Services = {
  api: Api
  settings: PageSettings
  /** Returns today in the site's time zone. */
  today: () => string
}

export type Params = Record<string, string | undefined>

export type LoaderContext = Services & {
  /** Read a parameter that the route's path guarantees with `params.name ?? ''`. */
  params: Params
  query: URLSearchParams
  /** The page's path with its query. */
  path: string
}
export type AuthedLoaderContext = LoaderContext & { signedIn: CurrentUser }

/** Returns the error page for an error of the API. Other errors stay as they are. */
export function toRouteError(error: unknown): unknown {
  // The URL is all of a loader's input, so `invalid` means that no such page exists.
  if (isRefused(error, 'invalid')) return notFoundResponse()
  // Its message is for logs.
  if (error instanceof UnexpectedResponseError) return new RouteError(error.status, { code: error.code })
  return isAppError(error) ? new RouteError(error.status, error.toReply()) : error
}

/** Makes a loader for signed-in users only: it redirects visitors to the sign-in page. `signInPath` gets the path to return to. */
export const createAuthedLoader =
  <Data>(load: (context: AuthedLoaderContext) => Promise<Data>, signInPath: (to: string) => string) =>
  async (context: LoaderContext): Promise<Data> => {
    const signedIn = await context.api.getSession({})
    if (!signedIn) throw new Redirect(signInPath(context.path))
    return load({ ...context, signedIn })
  }

/** Returns where to go after signing in. Redirects there at once if the user is already signed in. */
export async function requireVisitor({ api, query }: LoaderContext): Promise<string> {
  const to = safeRedirectPath(query.get('to'))
  if (await api.getSession({})) throw new Redirect(to)
  return to
}

/** Whether `error` is the API's error with this code. */
export const isRefused = (error: unknown, code: ErrorCode): error is AppError =>
  isAppError(error) && error.code === code

/** Checks the name, because on the server the error's class is the server's copy, not this bundle's. */
const isAppError = (error: unknown): error is AppError => error instanceof Error && error.name === 'AppError'

/** Returns what a loader throws for a page that does not exist: a real 404. */
export const notFoundResponse = () => new RouteError(404, { code: 'not_found' })
