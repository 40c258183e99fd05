/** Finds the page of a path, and loads its code and data. */
import type { ReactNode } from 'react'
import { parse } from 'regexparam'
import { type LoaderContext, type Params, type Services, toRouteError } from '../loading.ts'
import { Redirect } from './outcomes.ts'

/** What a page's file provides. */
export type PageCode = {
  element: ReactNode
  /** Replaces the page if it cannot be loaded or rendered. */
  errorElement?: ReactNode
  loader?: (context: LoaderContext) => Promise<unknown>
}

/** `path` may contain parameters (`/seller/:id`); `*` matches every path. */
export type Route = { id: string; path: string; load: () => Promise<PageCode> }

type Match = { route: Route; params: Params }
export type Matcher = (pathname: string) => Match | null

/** Returns a function that finds the first route for a path. */
export function createMatcher(routes: readonly Route[]): Matcher {
  const parsed = routes.map((route) => ({ route, ...parse(route.path) }))
  return (pathname) => {
    for (const { route, keys, pattern } of parsed) {
      const values = pattern.exec(pathname)?.slice(1)
      if (values)
        return { route, params: Object.fromEntries(keys.map((key, at) => [key, decode(values[at])])) }
    }
    return null
  }
}

/** Returns text with a malformed escape as it is. */
export function decode(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A page as it is shown: with its data, or with what went wrong. */
export type Page = {
  id: string
  /** What could be loaded; null if the code could not. */
  code: Pick<PageCode, 'element' | 'errorElement'> | null
  data: unknown
  failure: { error: unknown } | null
}

/** Never rejects: an error becomes the page's failure. */
export async function loadPage(
  { route, params }: Match,
  url: URL,
  services: Services,
): Promise<Page | Redirect> {
  const page: Page = { id: route.id, code: null, data: undefined, failure: null }
  try {
    const code = await route.load()
    page.code = code
    const path = url.pathname + url.search
    page.data = await code.loader?.({ ...services, params, query: url.searchParams, path })
  } catch (error) {
    if (error instanceof Redirect) return error
    page.failure = { error: toRouteError(error) }
  }
  return page
}
