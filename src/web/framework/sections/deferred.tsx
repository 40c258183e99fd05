import {
  type ComponentType,
  lazy,
  Suspense,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { hydratedEvent, unloadedAttribute } from '../../ui/hydrated.ts'
import { RouterContext } from '../router/hooks.ts'

/** How far a section may be from the screen when its code starts to load. */
const rootMargin = '200px'
/** Lets the page finish loading first. */
const preloadMs = 1_000

/** Makes a section of a page whose code a browser loads only when the section is about to be seen. */
export function defer<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  let start = () => {}
  // Safari before 17.4 has no `Promise.withResolvers`.
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const preload = async () => {
    loaded ??= await load()
    // A page whose data is loaded again would wait for sections of it that nobody has seen yet.
    start()
    return loaded
  }
  const Lazy: ComponentType<Props> = lazy(async () => {
    await started
    return { default: await retried(preload) }
  })
  return {
    /** Returns the component, or one that shows once the code has loaded. */
    component: () => loaded ?? Lazy,
    /** Loads the code. A page's loader must await it, so that the server can render the component. */
    preload,
    /** Loads the code for a page that is already rendered. */
    start,
  }
}
type Deferred<Props extends object> = ReturnType<typeof defer<Props>>

/** A request that fails on a weak network mostly succeeds some seconds later. */
const retriesMs = [500, 1_500, 4_000]

/** Until it succeeds, the section stays as the server rendered it. Without its code, React would replace the page with an error. */
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

type SectionProps<Props extends object> = { section: Deferred<Props>; props: Props }
type DeferredSectionProps<Props extends object> = SectionProps<Props> & {
  /** Also loads the code soon after the page, for buttons that must work wherever they are. */
  preload?: boolean
  /** Loads the code only once the visitor uses the page: most of the section works without it. */
  onUse?: boolean
}

/** The server renders the section, so it is there from the start, also without scripts. */
export function DeferredSection<Props extends object>({
  section,
  props,
  preload = false,
  onUse = false,
}: DeferredSectionProps<Props>) {
  const [isLoaded, setIsLoaded] = useState(false)
  const finish = useCallback(() => setIsLoaded(true), [])
  const container = useRef<HTMLDivElement>(null)
  useStartOnUse(section.start, onUse)
  useEffect(() => {
    if (!container.current || onUse) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && section.start(), {
      rootMargin,
    })
    observer.observe(container.current)
    const timer = preload ? setTimeout(section.start, preloadMs) : undefined
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [section, preload, onUse])
  // While React hydrates the section, not later: a press in between would act at once, and again when it is repeated.
  useLayoutEffect(() => {
    if (isLoaded) container.current?.dispatchEvent(new Event(hydratedEvent, { bubbles: true }))
  }, [isLoaded])
  return (
    <div ref={container} {...{ [unloadedAttribute]: isLoaded ? undefined : '' }}>
      <Content section={section} props={props} onHydrated={finish} />
    </div>
  )
}

/** What a visitor does before the page changes. */
const uses = ['pointerdown', 'keydown'] as const

/** Calls `start` once the visitor uses the page, or the page changes by itself or by the Back button: it would wait for the section. */
function useStartOnUse(start: () => void, isActive = true) {
  const router = use(RouterContext)
  useEffect(() => {
    if (!isActive) return
    const unsubscribe = router?.subscribe(start)
    // React stops events in a section whose code has not loaded, unless they are captured before.
    for (const name of uses) addEventListener(name, start, true)
    return () => {
      unsubscribe?.()
      for (const name of uses) removeEventListener(name, start, true)
    }
  }, [router, start, isActive])
}

/** Like `DeferredSection`, for a section that works without its code: a browser loads it once the visitor uses the page. */
export function LazySection<Props extends object>({ section, props }: SectionProps<Props>) {
  useStartOnUse(section.start)
  return <Content section={section} props={props} onHydrated={doNothing} />
}

type ContentProps<Props extends object> = SectionProps<Props> & { onHydrated: () => void }

/**
 * Renders the section again only if its own props change: while its code is loading, React would otherwise remove what the
 * server rendered, with everything that the visitor has typed there.
 */
function Content<Props extends object>({ section, props, onHydrated }: ContentProps<Props>) {
  const [Section] = useState(section.component)
  const unchanged = useUnchanged(props)
  return useMemo(
    () => (
      // The fallback shows if the page changes before the code has loaded.
      <Suspense fallback={<OnMount run={section.start} />}>
        <Section {...unchanged} />
        <OnMount run={onHydrated} />
      </Suspense>
    ),
    [Section, section, unchanged, onHydrated],
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

function OnMount({ run }: { run: () => void }) {
  useLayoutEffect(run, [run])
  return null
}
