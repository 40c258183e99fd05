/** Renders the router's current page, on the server and in the browser. */
import { Component, type ReactNode, startTransition, useLayoutEffect, useRef, useState } from 'react'
import type { Location, Router, RouterState } from './create-router.ts'
import {
  FailureContext,
  LocationContext,
  PageContext,
  PendingLocationContext,
  RouterContext,
  useLocation,
  usePage,
} from './hooks.ts'
import { decode } from './route.ts'

type RouterProviderProps = {
  router: Router
  /** The frame of every page. Contains a `PageOutlet`. */
  layout: ReactNode
  /** Replaces the frame if a page without an error element fails, or the frame does. */
  errorElement: ReactNode
}

export function RouterProvider({ router, layout, errorElement }: RouterProviderProps) {
  const [state, setState] = useState(router.state)
  useLayoutEffect(() => {
    // As a transition, so that the current page stays until the next one can be shown.
    const update = () => startTransition(() => setState(router.state()))
    update()
    return router.subscribe(update)
  }, [router])
  useScroll(state)
  const { location, page, next } = state
  return (
    <RouterContext value={router}>
      <LocationContext value={location}>
        <PendingLocationContext value={next}>
          <PageContext value={page}>
            <FailureBoundary location={location} errorElement={errorElement}>
              {page.failure && !page.code?.errorElement ? (
                <FailureContext value={page.failure.error}>{errorElement}</FailureContext>
              ) : (
                layout
              )}
            </FailureBoundary>
          </PageContext>
        </PendingLocationContext>
      </LocationContext>
    </RouterContext>
  )
}

/** The current page, or what it shows if it fails. */
export function PageOutlet() {
  const { id, code, failure } = usePage()
  const location = useLocation()
  if (failure) return <FailureContext value={failure.error}>{code?.errorElement}</FailureContext>
  return (
    <FailureBoundary key={id} location={location} errorElement={code?.errorElement}>
      {code?.element}
    </FailureBoundary>
  )
}

/** Scrolls to where a page begins, once it is shown. */
function useScroll({ location, scroll }: RouterState) {
  const placed = useRef<Location>(null)
  useLayoutEffect(() => {
    if (placed.current === location) return
    placed.current = location
    if (typeof scroll === 'number') window.scrollTo(0, scroll)
    if (scroll !== 'start') return
    const target = location.hash && document.getElementById(decode(location.hash.slice(1)))
    if (target) target.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [location, scroll])
}

type FailureBoundaryProps = { location: Location; errorElement: ReactNode; children: ReactNode }
type FailureBoundaryState = { location: Location; failure: { error: unknown } | null }

/** Shows the error element when rendering fails, until the next navigation. */
class FailureBoundary extends Component<FailureBoundaryProps, FailureBoundaryState> {
  override state: FailureBoundaryState = { location: this.props.location, failure: null }

  static getDerivedStateFromError = (error: unknown) => ({ failure: { error } })

  static getDerivedStateFromProps({ location }: FailureBoundaryProps, state: FailureBoundaryState) {
    return location === state.location ? null : { location, failure: null }
  }

  override render() {
    const { children, errorElement } = this.props
    const { failure } = this.state
    if (!failure) return children
    // The boundary above has an error element.
    if (!errorElement) throw failure.error
    return <FailureContext value={failure.error}>{errorElement}</FailureContext>
  }
}
