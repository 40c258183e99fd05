import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import type { LoaderContext } from '../loading.ts'
import { Spinner } from '../ui/spinner.tsx'
import { AppShell } from './app-shell.tsx'

/** Who is signed in, for the header. A page must not fail because that cannot be told. */
export const loader = ({ api }: LoaderContext) => api.getSession({}).catch(() => null)

/** `isPrivate`: whether an address is for those who are signed in. */
export function Layout({ isPrivate }: { isPrivate: (path: string) => boolean }) {
  const entering = useEntering(isPrivate)
  return (
    <>
      <AppShell>{entering ? <Spinner>One moment…</Spinner> : <Outlet />}</AppShell>
      <ScrollRestoration />
    </>
  )
}

/** True on the way from a public page to a private one, while it is asked who is there (specification, section 2). */
function useEntering(isPrivate: (path: string) => boolean): boolean {
  const { location: next } = useNavigation()
  const { pathname } = useLocation()
  return next !== undefined && isPrivate(next.pathname) && !isPrivate(pathname)
}
