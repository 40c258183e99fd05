import { useCallback, useEffect, useState } from 'react'

/**
 * Returns what a page loaded, replaced by newer data while its tab is visible, and a function that refreshes it at once. A
 * failed request changes nothing, so it loses nothing that was typed.
 */
export function useRefreshed<Data>(loaded: Data, load: () => Promise<Data>, everyMs: number) {
  const [newer, setNewer] = useState<{ than: Data; data: Data } | null>(null)
  const refresh = useCallback(async () => {
    const data = await load().catch(() => null)
    if (data !== null) setNewer({ than: loaded, data })
  }, [loaded, load])
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), everyMs)
    return () => clearInterval(timer)
  }, [refresh, everyMs])
  return { data: newer?.than === loaded ? newer.data : loaded, refresh }
}
