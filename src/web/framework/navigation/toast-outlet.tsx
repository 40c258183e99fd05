import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { endPage, onToast, showStoredToasts } from '../../ui/toast.ts'
import { useLocation } from '../router/hooks.ts'

// Loaded with the first toast: most visits have none.
const Toaster = lazy(() => import('../../ui/toaster.tsx'))

/** Renders toasts. */
export function ToastOutlet() {
  const [needed, setNeeded] = useState(false)
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  // A layout effect, because the effects of the new page may show toasts.
  useLayoutEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    endPage()
  }, [pathname])
  useEffect(() => {
    onToast(() => setNeeded(true))
    showStoredToasts()
  }, [])
  return (
    needed && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
