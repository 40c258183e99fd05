/** The pictures of a listing one at a time on the whole screen. Its code comes with the first picture looked at. */
import { type KeyboardEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { Picture } from '../listings/picture.tsx'
import { useModal } from '../ui/forms/modal.ts'
import { Icon } from '../ui/icon.tsx'
import { isZoomedIn, useSwipe } from '../ui/swipe.ts'

export type ViewedPicture = { address: string; placeholder: string | undefined }

export type ViewerProps = {
  title: string
  pictures: ViewedPicture[]
  /** Which one is shown first, from 0. */
  first: number
  /** Told which one was shown last. */
  onClose: (last: number) => void
}

export function PictureViewer({ title, pictures, first, onClose }: ViewerProps) {
  const [at, setAt] = useState(first)
  const zoomed = useSyncExternalStore(onZoom, isZoomedIn)
  const count = pictures.length
  const move = (by: number) => setAt((now) => (now + by + count) % count)
  const swipe = useSwipe(move)
  const picture = pictures[at]

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt((to + count) % count)
  }

  return (
    <dialog
      ref={useModal()}
      aria-label={`Pictures of ${title}`}
      onCancel={(event) => {
        // Escape closes it by taking it away, as its button does.
        event.preventDefault()
        onClose(at)
      }}
      // Some browsers close it without asking, when Escape follows Escape.
      onClose={() => onClose(at)}
      onKeyDown={onKeyDown}
      {...swipe}
      // Fingers pinch as on any page; once zoomed in they also move the picture about.
      className={`picture-viewer ${zoomed ? 'touch-auto' : 'touch-pan-y touch-pinch-zoom'}`}
    >
      <RoundButton label="Close" className="absolute top-3 right-3" onClick={() => onClose(at)}>
        <Icon name="x" className="size-5" />
      </RoundButton>
      {picture && (
        <Picture
          key={picture.address}
          {...picture}
          alt={`${title}, ${at + 1} of ${count}`}
          sizes={(ratio) => `min(100vw,${Math.ceil(100 * ratio)}vh)`}
          fit="contain"
          className="size-full"
        />
      )}
      {count > 1 && (
        <div className="absolute inset-x-0 bottom-3 mx-auto flex w-fit items-center rounded-full bg-surface">
          <RoundButton label="Previous picture" onClick={() => move(-1)}>
            <Icon name="chevron-left" className="size-5" />
          </RoundButton>
          <p role="status" className="min-w-14 text-center text-sm font-semibold tabular-nums">
            <span className="sr-only">Picture </span>
            {at + 1} of {count}
          </p>
          <RoundButton label="Next picture" onClick={() => move(1)}>
            <Icon name="chevron-right" className="size-5" />
          </RoundButton>
        </div>
      )}
    </dialog>
  )
}

function onZoom(listener: () => void) {
  window.visualViewport?.addEventListener('resize', listener)
  return () => window.visualViewport?.removeEventListener('resize', listener)
}

type RoundButtonProps = { label: string; className?: string; onClick: () => void; children: ReactNode }

function RoundButton({ label, className = '', onClick, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`flex size-12 items-center justify-center rounded-full bg-surface hover:bg-sunken ${className}`}
    >
      {children}
    </button>
  )
}
