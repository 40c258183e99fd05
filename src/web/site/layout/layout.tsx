import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { somethingWentWrong } from '../../../shared/messages/pages.ts'
import { t } from '../../../shared/translate.ts'
import { useClientNavigation } from '../../framework/router/follow-links.ts'
import { useLocation, usePendingLocation } from '../../framework/router/hooks.ts'
import { PageOutlet } from '../../framework/router/router-provider.tsx'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { useOnChange } from '../../ui/changes.ts'
import { displayToasts, endPage } from '../../ui/toast.ts'
import { OfflineNotice } from '../offline/offline-notice.tsx'
import { SuspensionBanner } from '../suspended-notice.tsx'
import { Footer, LanguageChoice } from './footer.tsx'
import { PageError } from './page-error.tsx'

type LayoutProps = {
  header: ReactNode
  isPrivate: (path: string) => boolean
}

export function Layout({ header, isPrivate }: LayoutProps) {
  const isEntering = useIsEntering(isPrivate)
  return <AppShell header={header}>{isEntering ? <Spinner /> : <PageOutlet />}</AppShell>
}

/** Returns true while navigating from a public page to a private one, until the session is known (specification, section 2). */
function useIsEntering(isPrivate: (path: string) => boolean): boolean {
  const next = usePendingLocation()
  const { pathname } = useLocation()
  return next !== null && isPrivate(next.pathname) && !isPrivate(pathname)
}

/** The frame of every page, error pages included. */
function AppShell({ header, children }: { header: ReactNode; children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // Nothing leads away from the first run, which has a frame of its own.
  const isBare = pathname === paths.setup()
  useOnChange(pathname, () => {
    // The effects of the new page may show toasts.
    endPage()
    // Keyboards and screen readers start at the new page.
    main.current?.focus({ preventScroll: true })
  })
  useClientNavigation()
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-full bg-ink px-5 py-3 font-semibold text-page focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
      >
        {t('Skip to content')}
      </a>
      <NavigationProgress />
      {!isBare && header}
      {!isBare && <Announcement />}
      <OfflineNotice />
      <SuspensionBanner />
      <main id="content" ref={main} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      {isBare ? <LanguageChoice /> : <Footer />}
      <ToastOutlet />
    </>
  )
}

function NavigationProgress() {
  const isLoading = usePendingLocation() !== null
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 overflow-hidden">
      {isLoading && (
        <div className="progress-slide h-full w-2/5 rounded-full bg-accent">
          <span className="sr-only">{t('Loading')}</span>
        </div>
      )}
    </div>
  )
}

/** What the operator says above every page. */
function Announcement() {
  const { announcement } = useSite()
  return (
    announcement !== null && (
      <section aria-label={t('Announcement')} className="border-b border-line bg-sunken">
        <p className="page-width free-text py-3 text-sm whitespace-pre-line">{announcement}</p>
      </section>
    )
  )
}

/** Shows an error that no page caught, inside the usual header and footer. */
export function RootError({ header }: { header: ReactNode }) {
  return (
    <AppShell header={header}>
      <PageError message={t(somethingWentWrong)} hint="" />
    </AppShell>
  )
}

// Loaded with the first toast: most visits have none.
const Toaster = lazy(() => import('../../ui/toaster.tsx'))

function ToastOutlet() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => displayToasts({ show: () => setNeeded(true) }), [])
  return (
    needed && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}

/** Screen readers announce it. */
function Spinner() {
  return (
    <p role="status" className="flex flex-col items-center gap-4 py-24 text-soft">
      <span className="spinner" aria-hidden />
      {t('One moment…')}
    </p>
  )
}
