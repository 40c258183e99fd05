import { type ReactNode, useEffect, useRef } from 'react'
import { useClientNavigation } from '../../framework/navigation/follow-links.ts'
import { ToastOutlet } from '../../framework/navigation/toast-outlet.tsx'
import { useLocation, usePendingLocation } from '../../framework/router/hooks.ts'
import { OfflineNotice } from '../offline/offline-notice.tsx'
import { SuspensionBanner } from '../suspended-notice.tsx'
import { Footer } from './footer.tsx'

/** The frame of every page, error pages included. */
export function AppShell({ header, children }: { header: ReactNode; children: ReactNode }) {
  const main = useFocusOnNavigation()
  useClientNavigation()
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-full bg-ink px-5 py-3 font-semibold text-page focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <NavigationProgress />
      {header}
      <OfflineNotice />
      <SuspensionBanner />
      <main id="content" ref={main} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <ToastOutlet />
    </>
  )
}

/** Moves the focus to the new page, so that keyboards and screen readers start there. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function NavigationProgress() {
  const isLoading = usePendingLocation() !== null
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 overflow-hidden">
      {isLoading && (
        <div className="progress-slide h-full w-2/5 rounded-full bg-accent">
          <span className="sr-only">Loading</span>
        </div>
      )}
    </div>
  )
}
