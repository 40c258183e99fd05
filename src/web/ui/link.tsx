import { type ComponentProps, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** For a link that changes a part of the page: the reader stays where they are. */
  keepScroll?: boolean
  /** For a link that loads its page anew. */
  reload?: boolean
}

/**
 * A link to a page of ours: an anchor that says so. One listener follows them all (`useFollowLinks`), since a router's
 * component for each made a page with a hundred links a third slower to render.
 */
export function Link({ to, keepScroll = false, reload = false, ...rest }: Props) {
  return <a href={to} data-page={reload ? undefined : keepScroll ? 'keep-scroll' : ''} {...rest} />
}

/** A link that knows when it leads to the page being shown. */
export function NavLink({ to, ...rest }: Props) {
  const { pathname } = useLocation()
  return <Link to={to} aria-current={pathname === to ? 'page' : undefined} {...rest} />
}

/** Follows plain clicks on links to our pages without loading a page; any other click is the browser's. */
export function useFollowLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    function follow(event: MouseEvent) {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const anchor =
        event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-page]')
      if (!anchor || anchor.target) return
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
