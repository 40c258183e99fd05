import type { ReactNode } from 'react'
import { useLocation, usePendingLocation } from '../../framework/router/hooks.ts'
import { PageOutlet } from '../../framework/router/router-provider.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AppShell } from './app-shell.tsx'

type LayoutProps = {
  header: ReactNode
  /** Tells whether a path is for signed-in users only. */
  isPrivate: (path: string) => boolean
}

export function Layout({ header, isPrivate }: LayoutProps) {
  const isEntering = useIsEntering(isPrivate)
  return <AppShell header={header}>{isEntering ? <Spinner>One moment…</Spinner> : <PageOutlet />}</AppShell>
}

/** True while navigating from a public page to a private one, until the session is known (specification, section 2). */
function useIsEntering(isPrivate: (path: string) => boolean): boolean {
  const next = usePendingLocation()
  const { pathname } = useLocation()
  return next !== null && isPrivate(next.pathname) && !isPrivate(pathname)
}
