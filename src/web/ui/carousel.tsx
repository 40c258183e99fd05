import { type KeyboardEvent, type ReactNode, type TouchEvent, useEffect, useRef, useState } from 'react'
import { useHydrated } from './hydrated.ts'
import { Icon } from './icon.tsx'

type Props = {
  label: string
  slides: readonly { key: string; content: ReactNode }[]
  transitionMs: number
  className?: string
}

const swipeDistance = 40

/** Loops, moves by arrow keys, buttons or a swipe, never by itself. Without scripts: a row that snaps. */
export function Carousel({ label, slides, transitionMs, className = '' }: Props) {
  const [at, setAt] = useState(0)
  const live = useHydrated()
  const touchedAt = useRef<number | null>(null)
  const count = slides.length

  const settled = useSettled(live)

  const move = (by: number) => setAt((now) => (now + by + count) % count)

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!by) return
    event.preventDefault()
    move(by)
  }

  function onTouchEnd(event: TouchEvent) {
    const distance = (event.changedTouches[0]?.clientX ?? 0) - (touchedAt.current ?? 0)
    if (touchedAt.current !== null && Math.abs(distance) > swipeDistance) move(distance > 0 ? -1 : 1)
    touchedAt.current = null
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={`relative ${className}`}
    >
      <div
        className="slides h-full rounded-[inherit]"
        data-live={live || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls without scripts and takes the arrow keys with them
        tabIndex={0}
        onTouchStart={(event) => {
          touchedAt.current = event.touches[0]?.clientX ?? null
        }}
        onTouchEnd={onTouchEnd}
      >
        {slides.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is a group, not a set of fields
          <div
            key={key}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${count}`}
            data-place={placeOf(index, at, count)}
            inert={live && index !== at}
            // Set by script after the first render: the policy for styles allows no style attribute in the HTML.
            style={settled ? { transitionDuration: `${transitionMs}ms` } : undefined}
          >
            {content}
          </div>
        ))}
      </div>
      {count > 1 && (
        <div className="needs-script absolute right-3 bottom-3 flex items-center rounded-full border border-line bg-surface text-ink shadow-sheet">
          <CarouselButton label="Previous slide" onClick={() => move(-1)}>
            <Icon name="chevron-left" className="size-5" />
          </CarouselButton>
          <span className="min-w-11 text-center text-xs font-semibold tabular-nums" aria-live="polite">
            {at + 1} of {count}
          </span>
          <CarouselButton label="Next slide" onClick={() => move(1)}>
            <Icon name="chevron-right" className="size-5" />
          </CarouselButton>
        </div>
      )}
    </section>
  )
}

/** True a frame after the slides took their places, which nobody should see them do. */
function useSettled(live: boolean) {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (!live) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setSettled(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [live])
  return settled
}

/** Where a slide waits: one step to the left or right of the one shown, or away, from where it may jump unseen. */
function placeOf(index: number, at: number, count: number) {
  if (index === at) return 'current'
  // Two slides are each other's neighbours on both sides: these lie in a row instead.
  if (count === 2) return index < at ? 'before' : 'after'
  if (index === (at + 1) % count) return 'after'
  if (index === (at - 1 + count) % count) return 'before'
  return 'away'
}

function CarouselButton(props: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      onClick={props.onClick}
      className="flex size-11 items-center justify-center rounded-full hover:bg-sunken"
    >
      {props.children}
    </button>
  )
}
