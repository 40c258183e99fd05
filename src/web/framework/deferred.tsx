import {
  type ComponentType,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { hydratedEvent, unloadedAttribute } from '../ui/hydrated.ts'

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
    // A page whose data is loaded again would wait for parts of it that nobody has seen yet.
    start()
    return loaded
  }
  const Lazy = lazy(async () => {
    await started
    return { default: await retried(preload) }
  })
  return { current: () => loaded, Lazy, preload, start }
}

/** A request that fails on a weak network mostly succeeds some seconds later. */
const retriesMs = [500, 1_500, 4_000]

/**
 * Calls `load` again after it fails. Meanwhile, the part stays as the server rendered it; without its code, React would replace the
 * page with an error.
 */
async function retried<Value>(load: () => Promise<Value>): Promise<Value> {
  for (const waitMs of retriesMs) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  return load()
}

type PartProps<Props> = { part: Deferred<Props>; props: Props }
type DeferredPartProps<Props> = PartProps<Props> & {
  /** Also loads the code soon after the page, for buttons that must work wherever they are. */
  soon?: boolean
}

/** The server renders the part, so it is there from the start, also without scripts. */
export function DeferredPart<Props extends object>({ part, props, soon = false }: DeferredPartProps<Props>) {
  const [isLoaded, setIsLoaded] = useState(false)
  const finish = useCallback(() => setIsLoaded(true), [])
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
  // While React hydrates the part, not later: a press in between would act at once, and again when it is repeated.
  useLayoutEffect(() => {
    if (isLoaded) container.current?.dispatchEvent(new Event(hydratedEvent, { bubbles: true }))
  }, [isLoaded])
  return (
    <div ref={container} {...{ [unloadedAttribute]: isLoaded ? undefined : '' }}>
      <Content part={part} props={props} onHydrated={finish} />
    </div>
  )
}

/** What a visitor does before the page changes. */
const uses = ['pointerdown', 'keydown'] as const

/** Like `DeferredPart`, for a part that works without its code: a browser loads it once the visitor uses the page. */
export function LatePart<Props extends object>({ part, props }: PartProps<Props>) {
  useEffect(() => {
    // React stops events in a part whose code has not loaded, unless they are captured before.
    for (const use of uses) addEventListener(use, part.start, true)
    return () => {
      for (const use of uses) removeEventListener(use, part.start, true)
    }
  }, [part])
  return <Content part={part} props={props} onHydrated={doNothing} />
}

type ContentProps<Props> = PartProps<Props> & { onHydrated: () => void }

/**
 * Renders the part again only if its own props change: while its code is loading, React would otherwise remove what the
 * server rendered, with everything that the visitor has typed there.
 */
function Content<Props extends object>({ part, props, onHydrated }: ContentProps<Props>) {
  const [Part] = useState(() => part.current() ?? part.Lazy)
  const unchanged = useUnchanged(props)
  return useMemo(
    () => (
      <Suspense fallback={<OnMount run={part.start} />}>
        <Part {...unchanged} />
        <OnHydrated run={onHydrated} />
      </Suspense>
    ),
    [Part, part, unchanged, onHydrated],
  )
}

/** Returns the object of an earlier render as long as the new one has the same values. */
function useUnchanged<Props extends object>(props: Props): Props {
  const [kept, keep] = useState(props)
  if (haveEqualValues(kept, props)) return kept
  keep(props)
  return props
}

function haveEqualValues(one: object, other: object): boolean {
  const names = Object.keys({ ...one, ...other })
  return names.every((name) => Object.is(Reflect.get(one, name), Reflect.get(other, name)))
}

const doNothing = () => {}

function OnHydrated({ run }: { run: () => void }) {
  useLayoutEffect(run, [run])
  return null
}

/** In a fallback, it runs if the page changes before the code has loaded. */
function OnMount({ run }: { run: () => void }) {
  useEffect(run, [run])
  return null
}
