import { lazy, Suspense, useEffect, useState } from 'react'
import { onToast, showKeptToasts } from './toast.ts'

// Most visits see no toast, and do not pay for them.
const Toaster = lazy(() => import('./toaster.tsx'))

/** Where toasts appear. */
export function ToastOutlet() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    onToast(() => setWanted(true))
    showKeptToasts()
  }, [])
  return (
    wanted && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
