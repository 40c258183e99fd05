/** Shows the pictures of a listing full screen, one at a time. Loaded when a picture is first opened. */
import { type KeyboardEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { t } from '../../../shared/translate.ts'
import { useModal } from '../../ui/forms/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { keyFromLeftToRight } from '../../ui/reading-direction.ts'
import { rich } from '../../ui/rich.tsx'
import { isZoomedIn, useSwipe } from '../../ui/swipe.ts'
import { Picture } from '../picture.tsx'

export type ViewedPicture = { url: string; placeholder: string | undefined }

export type ViewerProps = {
  title: string
  pictures: ViewedPicture[]
  /** The index of the picture to show first. */
  first: number
  /** Receives the index of the picture that was shown last. */
  onClose: (last: number) => void
}

export function PictureViewer({ title, pictures, first, onClose }: ViewerProps) {
  const [at, setAt] = useState(first)
  const zoomed = useSyncExternalStore(onZoom, isZoomedIn)
  const count = pictures.length
  const move = (by: number) => setAt((at) => (at + by + count) % count)
  const swipe = useSwipe(move)
  const picture = pictures[at]

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[
      keyFromLeftToRight(event.key)
    ]
    if (to === undefined) return
    event.preventDefault()
    setAt((to + count) % count)
  }

  return (
    <dialog
      {...useModal(() => onClose(at))}
      aria-label={t('Photos of {title}', { title })}
      onKeyDown={onKeyDown}
      {...swipe}
      // Pinching zooms as on any page. Once zoomed in, touch also pans the picture.
      className={`picture-viewer ${zoomed ? 'touch-auto' : 'touch-pan-y touch-pinch-zoom'}`}
    >
      <RoundButton label={t('Close')} className="absolute end-3 top-3" onClick={() => onClose(at)}>
        <Icon name="x" className="size-5" />
      </RoundButton>
      {picture && (
        <Picture
          key={picture.url}
          {...picture}
          alt={t('{title}, {number} of {count}', { title, number: at + 1, count })}
          sizes={(ratio) => `min(100vw,${Math.ceil(100 * ratio)}vh)`}
          fit="contain"
          className="size-full"
        />
      )}
      {count > 1 && (
        <div className="absolute inset-x-0 bottom-3 mx-auto flex w-fit items-center rounded-full bg-surface">
          <RoundButton label={t('Previous photo')} onClick={() => move(-1)}>
            <Icon name="chevron-left" className="size-5 rtl:-scale-x-100" />
          </RoundButton>
          <p role="status" className="min-w-14 text-center text-sm font-semibold tabular-nums">
            {rich(
              '<hidden>Photo </hidden>{number} of {count}',
              { hidden: (text) => <span className="sr-only">{text}</span> },
              { number: at + 1, count },
            )}
          </p>
          <RoundButton label={t('Next photo')} onClick={() => move(1)}>
            <Icon name="chevron-right" className="size-5 rtl:-scale-x-100" />
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
