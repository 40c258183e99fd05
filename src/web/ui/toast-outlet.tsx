import { lazy, Suspense, useEffect, useState } from 'react'
import { onToast, showStoredToasts } from './toast.ts'

// Loaded with the first toast: most visits have none.
const Toaster = lazy(() => import('./toaster.tsx'))

/** Renders toasts. */
export function ToastOutlet() {
  const [needed, setNeeded] = useState(false)
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
