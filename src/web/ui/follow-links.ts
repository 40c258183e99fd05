/**
 * How links work here: each is a plain anchor, and one listener follows those that lead to a page of ours. A router's
 * component for each made a page with a hundred links a third slower to render.
 *
 * `data-page="keep-scroll"` marks a link that changes a part of the page: the reader stays where they are.
 * `data-page="reload"` marks a link whose page, or file, is loaded anew.
 */
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Follows plain clicks on links to our pages without loading a page; any other click is the browser's. */
export function useClientNavigation() {
  const navigate = useNavigate()
  useEffect(() => {
    function follow(event: MouseEvent) {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const anchor =
        event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="/"]')
      if (!anchor || anchor.target || anchor.download || anchor.dataset.page === 'reload') return
      // Without a connection the browser opens pages that it keeps; what runs here could not read them.
      if (!navigator.onLine && navigator.serviceWorker?.controller) return
      event.preventDefault()
      const { pathname, search, hash } = anchor
      // Following a link to the page being shown adds no step to go back.
      const replace = pathname + search + hash === location.pathname + location.search + location.hash
      navigate(pathname + search + hash, {
        preventScrollReset: anchor.dataset.page === 'keep-scroll',
        replace,
      })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}
