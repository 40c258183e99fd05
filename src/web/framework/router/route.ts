/** Finds the page of a path, and loads its code and data. `Services` is what loaders need besides the URL. */
import type { ReactNode } from 'react'
import { parse } from 'regexparam'
import { Redirect } from './outcomes.ts'

export type Params = Record<string, string | undefined>
export type PageRequest<Services> = { url: URL; params: Params; services: Services }

/** What a page's file provides. */
export type PageCode<Services> = {
  element: ReactNode
  /** Replaces the page if it cannot be loaded or rendered. */
  errorElement?: ReactNode
  loader?: (request: PageRequest<Services>) => Promise<unknown>
}

/** `path` may contain parameters (`/seller/:id`); `*` matches every path. */
export type Route<Services> = { id: string; path: string; load: () => Promise<PageCode<Services>> }

export type Match<Services> = { route: Route<Services>; params: Params }
export type Matcher<Services> = (pathname: string) => Match<Services> | null

/** Returns a function that finds the first route for a path. */
export function createMatcher<Services>(routes: readonly Route<Services>[]): Matcher<Services> {
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
  code: Pick<PageCode<never>, 'element' | 'errorElement'> | null
  data: unknown
  failure: { error: unknown } | null
}

/** Never rejects: an error becomes the page's failure. */
export async function loadPage<Services>(
  { route, params }: Match<Services>,
  url: URL,
  services: Services,
): Promise<Page | Redirect> {
  const page: Page = { id: route.id, code: null, data: undefined, failure: null }
  try {
    const code = await route.load()
    page.code = code
    page.data = await code.loader?.({ url, params, services })
  } catch (error) {
    if (error instanceof Redirect) return error
    page.failure = { error }
  }
  return page
}
