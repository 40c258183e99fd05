/**
 * The script of every page. It loads the page's code once the page is painted: pages work without scripts, and on a slow
 * connection the code, which is most of what a page loads, would delay the content. It imports nothing, so it is tiny.
 */
import type { codeAttribute, routerStarted } from './document.tsx'

const attribute: typeof codeAttribute = 'data-code'
const started: typeof routerStarted = 'router-started'

function loadCode() {
  const files = document.querySelector(`script[${attribute}]`)?.getAttribute(attribute)?.split(' ') ?? []
  // All at once: otherwise a file would be found when the one that imports it has loaded.
  for (const href of files) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  if (files[0]) void import(/* @vite-ignore */ files[0])
}

// Until the router can show the page that the back button leads to, the server does.
const pathOf = ({ pathname, search }: Location) => pathname + search
const shown = pathOf(location)
const showOther = () => {
  if (pathOf(location) !== shown) location.reload()
}
addEventListener('popstate', showOther)
addEventListener(started, () => removeEventListener('popstate', showOther), { once: true })

/** Not in a background tab, which is painted when the user opens it. */
const willBePainted =
  document.visibilityState === 'visible' && PerformanceObserver.supportedEntryTypes?.includes('paint')

if (willBePainted) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    loadCode()
  }).observe({ type: 'paint', buffered: true })
} else {
  loadCode()
}
