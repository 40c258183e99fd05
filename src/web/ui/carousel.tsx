import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { bannerTransitionMs } from '../../shared/limits.ts'
import { t } from '../../shared/translate.ts'
import { useHydrated } from './hydrated.ts'
import { Icon } from './icon.tsx'
import { keyFromLeftToRight } from './reading-direction.ts'
import { useSwipe } from './swipe.ts'

type CarouselProps = {
  label: string
  slides: readonly { key: string; content: ReactNode }[]
  /** The index of the current slide. */
  at: number
  onMove: (to: number) => void
  /** What a slide shows, as the buttons call it. */
  item?: 'slide' | 'photo'
  className?: string
}

/** Loops; moves by arrow keys, buttons or swipe, never automatically. Without scripts it is a row with scroll snap. */
export function Carousel({ label, slides, at, onMove, item = 'slide', className = '' }: CarouselProps) {
  const hydrated = useHydrated()
  // The first layout of the slides is not animated.
  const [hasMoved, setHasMoved] = useState(false)
  const count = slides.length
  const move = (by: number) => {
    setHasMoved(true)
    onMove((at + by + count) % count)
  }
  const swipe = useSwipe(move)

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[keyFromLeftToRight(event.key)]
    if (!by) return
    event.preventDefault()
    move(by)
  }

  return (
    <section
      aria-roledescription={t('carousel')}
      aria-label={label}
      onKeyDown={onKeyDown}
      className={`relative ${className}`}
    >
      <div
        className="slides h-full rounded-[inherit]"
        data-live={hydrated || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls without scripts, and handles arrow keys with them
        tabIndex={0}
        {...swipe}
      >
        {slides.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is a group, not a set of fields
          <div
            key={key}
            role="group"
            aria-roledescription={t('slide')}
            aria-label={t('{at} of {count}', { at: index + 1, count })}
            data-place={positionOf(index, at, count)}
            inert={hydrated && index !== at}
            style={hasMoved ? { transitionDuration: `${bannerTransitionMs}ms` } : undefined}
          >
            {content}
          </div>
        ))}
      </div>
      {count > 1 && (
        <div className="needs-script absolute end-3 bottom-3 flex items-center rounded-full border border-line bg-surface text-ink shadow-sheet print:hidden">
          <CarouselButton
            label={item === 'photo' ? t('Previous photo') : t('Previous slide')}
            icon="chevron-left"
            onClick={() => move(-1)}
          />
          <span className="text-center text-xs font-semibold tabular-nums sm:min-w-11" aria-live="polite">
            {/* Phones have no room for words beside a button. */}
            <span aria-hidden className="sm:hidden">{`${at + 1}/${count}`}</span>
            <span className="max-sm:sr-only">{t('{at} of {count}', { at: at + 1, count })}</span>
          </span>
          <CarouselButton
            label={item === 'photo' ? t('Next photo') : t('Next slide')}
            icon="chevron-right"
            onClick={() => move(1)}
          />
        </div>
      )}
    </section>
  )
}

/** Returns where a slide is placed: one step before or after the current one, or away, where it can jump unseen. */
function positionOf(index: number, at: number, count: number) {
  if (index === at) return 'current'
  // With two slides, each neighbors the other on both sides; they stay in a row instead.
  if (count === 2) return index < at ? 'before' : 'after'
  if (index === (at + 1) % count) return 'after'
  if (index === (at - 1 + count) % count) return 'before'
  return 'away'
}

type CarouselButtonProps = { label: string; icon: 'chevron-left' | 'chevron-right'; onClick: () => void }

function CarouselButton({ label, icon, onClick }: CarouselButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="flex size-11 items-center justify-center rounded-full hover:bg-sunken"
    >
      <Icon name={icon} className="size-5 rtl:-scale-x-100" />
    </button>
  )
}
