import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatInstant } from '../../../shared/format.ts'
import { t } from '../../../shared/translate.ts'
import { useLocation } from '../../framework/router/hooks.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { cachedAtAttribute } from './caches.ts'

/** Shown above the page while the browser is offline, and above a page from the cache. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, isOnline, () => true)
  const cachedAt = useCachedAt()
  const { pathname } = useLocation()
  const { timeZone } = useSite().settings
  const hasNotice = (!online || cachedAt) && pathname !== paths.offline()
  return (
    <div role="status">
      {hasNotice && (
        <div className="border-b border-warning bg-warning-wash text-ink print:hidden">
          <p className="page-width flex items-start gap-2.5 py-2.5 text-sm">
            <Icon name="cloud-off" className="mt-0.5 size-4.5 shrink-0 text-warning" />
            <span>
              {cachedAt
                ? t('You’re offline. You’re seeing this page as of {time}.', {
                    time: formatInstant(cachedAt, timeZone),
                  })
                : t(
                    'You’re offline. You can keep reading, but you can’t send anything until you’re back online.',
                  )}{' '}
              <a href={paths.offline()} className="underlined font-semibold">
                {t('See what’s available offline')}
              </a>
            </span>
          </p>
        </div>
      )}
    </div>
  )
}

const isOnline = () => navigator.onLine

function subscribe(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Returns when the opened page was cached; null if it came from the server, or once another page is shown. */
function useCachedAt(): string | null {
  const { pathname } = useLocation()
  const [cached, setCached] = useState<{ at: string; path: string } | null>(null)
  useEffect(() => {
    const at = document.documentElement.getAttribute(cachedAtAttribute)
    if (at) setCached({ at, path: location.pathname })
  }, [])
  return cached?.path === pathname ? cached.at : null
}
