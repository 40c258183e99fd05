/**
 * Client-side navigation. Links are plain anchors, and one listener handles clicks on links to our pages. With the
 * router's `Link`, a page with a hundred links took a third longer to render.
 *
 * `data-page="keep-scroll"` marks a link that changes part of the page: the scroll position stays.
 * `data-page="reload"` marks a link to a page or file that needs a full page load.
 */
import { useEffect } from 'react'
import { findServiceWorkers } from '../../ui/storage/service-workers.ts'
import { useNavigate } from './hooks.ts'

/** Navigates on plain clicks on links to our pages; the browser handles all other clicks. */
export function useClientNavigation() {
  const navigate = useNavigate()
  useEffect(() => {
    function follow(event: MouseEvent) {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const anchor =
        event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="/"]')
      if (!anchor || anchor.target || anchor.download || anchor.dataset.page === 'reload') return
      // Offline, the service worker serves cached pages on full page loads only.
      if (!navigator.onLine && findServiceWorkers()?.controller) return
      event.preventDefault()
      const { pathname, search, hash } = anchor
      // A link to the current page must not add a history entry.
      const replace = pathname + search + hash === location.pathname + location.search + location.hash
      navigate(pathname + search + hash, {
        keepScroll: anchor.dataset.page === 'keep-scroll',
        replace,
      })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}
