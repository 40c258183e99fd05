import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { OfflineNotice } from '../offline/offline-notice.tsx'
import { useClientNavigation } from '../ui/follow-links.ts'
import { ToastOutlet } from '../ui/toast-outlet.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** What stands around every page, whether it could be shown or not. */
export function AppShell({ children }: { children: ReactNode }) {
  const main = useFocusOnArrival()
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
      <Header />
      <OfflineNotice />
      <main id="content" ref={main} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <ToastOutlet />
    </>
  )
}

/** The keyboard and the screen reader go where the eye goes: to the page that was just opened. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function NavigationProgress() {
  const { state } = useNavigation()
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 overflow-hidden">
      {state !== 'idle' && (
        <div className="progress-slide h-full w-2/5 rounded-full bg-accent">
          <span className="sr-only">Loading</span>
        </div>
      )}
    </div>
  )
}
