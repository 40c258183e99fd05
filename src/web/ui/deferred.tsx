import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'

/** How far a part may be from the screen when its code starts to load. */
const rootMargin = '200px'
/** Lets the page finish loading first. */
const soonMs = 1_000

export type Deferred<Props> = {
  /** The component, once its code has loaded. */
  current: () => ComponentType<Props> | null
  Lazy: ComponentType<Props>
  /** Loads the code. A page's loader must await it, so that the server can render the component. */
  preload: () => Promise<unknown>
  /** Loads the code for a page that is already rendered. */
  start: () => void
}

/** Makes a part of a page whose code a browser loads only when the part is about to be seen. */
export function defer<Props extends object>(load: () => Promise<ComponentType<Props>>): Deferred<Props> {
  let loaded: ComponentType<Props> | null = null
  let start = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const preload = async () => {
    loaded ??= await load()
    return loaded
  }
  const Lazy = lazy(async () => {
    await started
    return { default: await preload() }
  })
  return { current: () => loaded, Lazy, preload, start }
}

type DeferredPartProps<Props> = {
  part: Deferred<Props>
  props: Props
  /** Also loads the code soon after the page, for buttons that must work wherever they are. */
  soon?: boolean
}

/** The server renders the part, so it is there from the start, also without scripts. */
export function DeferredPart<Props extends object>({ part, props, soon = false }: DeferredPartProps<Props>) {
  const [Part] = useState(() => part.current() ?? part.Lazy)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!container.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && part.start(), {
      rootMargin,
    })
    observer.observe(container.current)
    const timer = soon ? setTimeout(part.start, soonMs) : undefined
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [part, soon])
  return (
    <div ref={container}>
      <Suspense fallback={<Fallback onShown={part.start} />}>
        <Part {...props} />
      </Suspense>
    </div>
  )
}

/** What a visitor does before the page changes. */
const uses = ['pointerdown', 'keydown'] as const

/** Like `DeferredPart`, for a part that works without its code: a browser loads it once the visitor uses the page. */
export function LatePart<Props extends object>({ part, props }: { part: Deferred<Props>; props: Props }) {
  const [Part] = useState(() => part.current() ?? part.Lazy)
  useEffect(() => {
    // React stops events in a part whose code has not loaded, unless they are captured before.
    for (const use of uses) addEventListener(use, part.start, true)
    return () => {
      for (const use of uses) removeEventListener(use, part.start, true)
    }
  }, [part])
  return (
    <Suspense fallback={<Fallback onShown={part.start} />}>
      <Part {...props} />
    </Suspense>
  )
}

/** Replaces what the server rendered if the page changes before the code has loaded. */
function Fallback({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown])
  return null
}
