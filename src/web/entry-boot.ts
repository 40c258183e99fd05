/**
 * The script of every page. It loads the page's code once the page is painted: pages work without scripts, and on a slow
 * connection the code, which is most of what a page loads, would delay the content. Until then, it records which buttons
 * are pressed. It imports almost nothing, so it is tiny.
 */

import { moveBetweenDays } from './browse/calendar/arrow-keys.ts'
import type { codeAttribute, routerStarted } from './framework/document.tsx'
import type { hydratedEvent, unloadedAttribute } from './ui/hydrated.ts'

const attribute: typeof codeAttribute = 'data-code'
const started: typeof routerStarted = 'router-started'
const hydrated: typeof hydratedEvent = 'hydrated'
const unloaded: typeof unloadedAttribute = 'data-unloaded'

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

/** The buttons that were pressed before their code could react, the latest last, with the click. */
const pressed = new Map<HTMLElement, Event>()
let reacts = false
addEventListener(started, () => {
  reacts = true
})
addEventListener(
  'click',
  (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const button = target.closest<HTMLElement>('button[type=button]')
    if (button && (!reacts || button.closest(`[${unloaded}]`))) {
      // A visitor who presses it again because nothing happened wants it once.
      pressed.delete(button)
      pressed.set(button, event)
    } else if (target.closest('a, [type=submit]')) {
      // The visitor leaves the page.
      pressed.clear()
    }
  },
  true,
)
// The event's target is the document, or a part of it whose code has loaded later.
addEventListener(hydrated, ({ target }) => {
  for (const [button, event] of pressed) {
    if (!(target as Node).contains(button) || button.closest(`[${unloaded}]`)) continue
    pressed.delete(button)
    // React hydrates a part at once to handle a click in it, which goes on afterwards. The code of others may not react yet.
    if (event.eventPhase === Event.NONE) queueMicrotask(() => button.click())
  }
})

// Before React, which stops the keys of a part whose code has not loaded.
addEventListener('keydown', moveBetweenDays, true)

// A background tab is painted only when the user opens it.
if (document.visibilityState === 'visible' && PerformanceObserver.supportedEntryTypes?.includes('paint')) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    loadCode()
  }).observe({ type: 'paint', buffered: true })
} else {
  loadCode()
}
