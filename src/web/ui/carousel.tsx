import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useHydrated } from './hydrated.ts'
import { Icon } from './icon.tsx'
import { useSwipe } from './swipe.ts'

type Props = {
  label: string
  slides: readonly { key: string; content: ReactNode }[]
  /** Which slide is shown, from 0. */
  at: number
  onMove: (to: number) => void
  transitionMs: number
  className?: string
}

/** Loops, moves by arrow keys, buttons or a swipe, never by itself. Without scripts: a row that snaps. */
export function Carousel({ label, slides, at, onMove, transitionMs, className = '' }: Props) {
  const live = useHydrated()
  const settled = useSettled(live)
  const count = slides.length
  const move = (by: number) => onMove((at + by + count) % count)
  const swipe = useSwipe(move)

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!by) return
    event.preventDefault()
    move(by)
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
        {...swipe}
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
