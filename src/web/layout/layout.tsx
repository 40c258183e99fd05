import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import type { LoaderContext } from '../loading.ts'
import { Spinner } from '../ui/spinner.tsx'
import { AppShell } from './app-shell.tsx'

/** Loads the current user for the header. A page must not fail because this call does. */
export const loader = ({ api }: LoaderContext) => api.getSession({}).catch(() => null)

/** `isPrivate` tells whether a path is for signed-in users only. */
export function Layout({ isPrivate }: { isPrivate: (path: string) => boolean }) {
  const isEntering = useIsEntering(isPrivate)
  return (
    <>
      <AppShell>{isEntering ? <Spinner>One moment…</Spinner> : <Outlet />}</AppShell>
      <ScrollRestoration />
    </>
  )
}

/** True while navigating from a public page to a private one, until the session is known (specification, section 2). */
function useIsEntering(isPrivate: (path: string) => boolean): boolean {
  const { location: next } = useNavigation()
  const { pathname } = useLocation()
  return next !== undefined && isPrivate(next.pathname) && !isPrivate(pathname)
}
