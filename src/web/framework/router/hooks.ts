/** What components read from the router. */
import { createContext, use } from 'react'
import type { Location, Navigate, Router } from './create-router.ts'
import type { Page } from './route.ts'

export const RouterContext = createContext<Router | null>(null)
export const LocationContext = createContext<Location | null>(null)
export const PendingLocationContext = createContext<Location | null>(null)
export const PageContext = createContext<Page | null>(null)
export const FailureContext = createContext<unknown>(null)

/** Returns where the page that is shown is. */
export const useLocation = (): Location => provided(use(LocationContext))

/** Returns where the page that is being loaded is; null while nothing loads. */
export const usePendingLocation = (): Location | null => use(PendingLocationContext)

export const useNavigate = (): Navigate => provided(use(RouterContext)).navigate

/** Returns a function that loads the data of the current page again. */
export const useRevalidate = (): (() => Promise<void>) => provided(use(RouterContext)).revalidate

export const usePage = (): Page => provided(use(PageContext))

/** Returns what the page's loader returned. Usage: `useLoaderData<typeof loader>()`. */
export const useLoaderData = <Loader extends (...args: never[]) => Promise<unknown>>() =>
  // Only the page's own components call it, with the type of the page's own loader.
  usePage().data as Awaited<ReturnType<Loader>>

/** Returns what went wrong. For error elements only. */
export const useRouteError = (): unknown => use(FailureContext)

function provided<Value>(value: Value | null): Value {
  if (value === null) throw new Error('RouterProvider is missing above this component.')
  return value
}
