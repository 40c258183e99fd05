import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { formatInstant } from '../../shared/format.ts'
import { paths } from '../paths.ts'
import { useSite } from '../site.tsx'
import { Icon } from '../ui/icon.tsx'
import { cachedAtAttribute } from './caches.ts'

/** Above the page while there is no connection, and above a copy that was kept of one. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, isOnline, () => true)
  const kept = useCachedAt()
  const { pathname } = useLocation()
  const { timeZone } = useSite().product
  const hasNotice = (!online || kept) && pathname !== paths.offline()
  return (
    <div role="status">
      {hasNotice && (
        <div className="border-b border-line bg-butter text-ink print:hidden">
          <p className="page-width flex items-start gap-2.5 py-2.5 text-sm">
            <Icon name="cloud-off" className="mt-0.5 size-4.5 shrink-0" />
            <span>
              {kept
                ? `There is no connection. This page is as you saw it last, on ${formatInstant(kept, timeZone)}.`
                : 'There is no connection. What you see is still here; nothing can be sent until it is back.'}{' '}
              <a href={paths.offline()} className="underlined font-semibold">
                What you can read now
              </a>
            </span>
          </p>
        </div>
      )}
    </div>
  )
}

const isOnline = () => navigator.onLine

function subscribe(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** When the page was kept that the browser opened; null once another one is shown, or when it came from the server. */
function useCachedAt(): string | null {
  const { pathname } = useLocation()
  const [kept, setKept] = useState<{ at: string; path: string } | null>(null)
  useEffect(() => {
    const at = document.documentElement.getAttribute(cachedAtAttribute)
    if (at) setKept({ at, path: location.pathname })
  }, [])
  return kept?.path === pathname ? kept.at : null
}
