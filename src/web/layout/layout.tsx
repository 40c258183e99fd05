import { useLocation, usePendingLocation } from '../router/hooks.ts'
import { PageOutlet } from '../router/router-provider.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AppShell } from './app-shell.tsx'

/** `isPrivate` tells whether a path is for signed-in users only. */
export function Layout({ isPrivate }: { isPrivate: (path: string) => boolean }) {
  const isEntering = useIsEntering(isPrivate)
  return <AppShell>{isEntering ? <Spinner>One moment…</Spinner> : <PageOutlet />}</AppShell>
}

/** True while navigating from a public page to a private one, until the session is known (specification, section 2). */
function useIsEntering(isPrivate: (path: string) => boolean): boolean {
  const next = usePendingLocation()
  const { pathname } = useLocation()
  return next !== null && isPrivate(next.pathname) && !isPrivate(pathname)
}
