import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { pictures as pictureMessages } from '../../shared/messages/forms.ts'
import { parsePictureUrl, pictureUrl, widthsOf } from '../../shared/picture.ts'
import { t } from '../../shared/translate.ts'
import { ProgressBar } from '../ui/forms/progress-bar.tsx'
import { Icon } from '../ui/icon.tsx'
import { keyFromLeftToRight } from '../ui/reading-direction.ts'
import type { FieldPicture, PictureQueue } from './picture-queue.ts'

type PictureTileProps = {
  picture: FieldPicture
  /** From 0. */
  index: number
  count: number
  /** Whether it is the first that has not failed. */
  cover: boolean
  queue: PictureQueue
  onMove: (to: number) => void
  onRemove: () => void
  onDragStart: (event: PointerEvent) => void
  /** Whether it is being dragged, or is the current drop target. */
  dragState: 'dragged' | 'target' | null
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }
const dragStyles = { dragged: 'opacity-45', target: 'outline-3 outline-offset-2 outline-accent' }

export function PictureTile(props: PictureTileProps) {
  const { picture, index, count, cover, queue, onMove, onRemove, onDragStart, dragState } = props
  const { name, state } = picture
  // The number tells photos apart: phones give many of them the same name.
  const position = index + 1

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[keyFromLeftToRight(event.key)]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onMove(index + step)
  }

  return (
    <li
      data-index={index}
      onKeyDown={onKeyDown}
      className={`flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-sheet ${dragState ? dragStyles[dragState] : ''}`}
    >
      <div
        className="relative aspect-square cursor-grab touch-pan-y bg-sunken select-none active:cursor-grabbing"
        onPointerDown={(event) => event.pointerType !== 'touch' && onDragStart(event)}
      >
        <Thumbnail picture={picture} queue={queue} />
        {cover && (
          <span className="absolute start-2 top-2 rounded-full bg-ink px-2.5 py-0.5 text-xs font-bold text-page">
            {t('Cover')}
          </span>
        )}
        {/* Touching the picture scrolls the page; touching the grip drags. */}
        <span
          aria-hidden
          onPointerDown={(event) => event.pointerType === 'touch' && onDragStart(event)}
          className="absolute start-2 bottom-2 hidden size-11 touch-none items-center justify-center rounded-full bg-surface text-ink shadow-sheet pointer-coarse:flex"
        >
          <Icon name="grip" className="size-5" />
        </span>
        <TileButton
          title={t('Remove')}
          label={t('Remove: {name}, photo {position}', { name, position })}
          onClick={onRemove}
          className="absolute end-1 top-1 bg-surface text-ink shadow-sheet"
        >
          <Icon name="x" className="size-5" />
        </TileButton>
      </div>
      <div className="flex flex-1 flex-col px-3 pt-2 pb-1">
        <p dir="auto" className="truncate text-xs text-soft" title={name}>
          {name}
        </p>
        <Progress picture={picture} onRetry={() => queue.retry(picture.id)} position={position} />
      </div>
      {state.status !== 'failed' && count > 1 && (
        <div className="flex justify-between border-t border-line">
          <TileButton
            title={t('Move earlier')}
            label={t('Move earlier: {name}, photo {position}', { name, position })}
            inactive={index === 0}
            onClick={() => onMove(index - 1)}
          >
            <Icon name="chevron-left" className="size-5 rtl:-scale-x-100" />
          </TileButton>
          {!cover && (
            <TileButton
              title={t('Make cover')}
              label={t('Make cover: {name}, photo {position}', { name, position })}
              onClick={() => onMove(0)}
            >
              <Icon name="star" className="size-5" />
            </TileButton>
          )}
          <TileButton
            title={t('Move later')}
            label={t('Move later: {name}, photo {position}', { name, position })}
            inactive={index === count - 1}
            onClick={() => onMove(index + 1)}
          >
            <Icon name="chevron-right" className="size-5 rtl:-scale-x-100" />
          </TileButton>
        </div>
      )}
    </li>
  )
}

/** Shows the local file at first, and the uploaded picture on top once it has loaded. */
function Thumbnail({
  picture: { id, previewUrl, state },
  queue,
}: Pick<PictureTileProps, 'picture' | 'queue'>) {
  const layer = 'absolute inset-0 size-full object-cover'
  if (state.status === 'failed') {
    return (
      <span className="absolute inset-0 flex items-center justify-center text-danger">
        <Icon name="circle-alert" className="size-9" />
      </span>
    )
  }
  return (
    <>
      {previewUrl && <img src={previewUrl} alt="" draggable={false} decoding="async" className={layer} />}
      {state.status === 'ready' && (
        <img
          src={thumbnailUrl(state.address)}
          alt=""
          draggable={false}
          className={layer}
          onLoad={() => queue.revokePreview(id)}
          onError={() => void isMissing(state.address).then((missing) => missing && queue.markMissing(id))}
        />
      )}
    </>
  )
}

/** Returns the narrowest file of an uploaded picture, or the address itself for a picture on another host. */
export function thumbnailUrl(address: string): string {
  const parsed = parsePictureUrl(address)
  const [variant] = parsed ? widthsOf(parsed.width) : []
  return parsed && variant ? pictureUrl({ ...parsed, variant }) : address
}

/** Returns whether the server says that the picture does not exist; a network error says nothing about it. */
async function isMissing(address: string): Promise<boolean> {
  if (new URL(address, location.href).origin !== location.origin) return false
  const response = await fetch(address, { method: 'HEAD' }).catch(() => null)
  return response?.status === 404 || response?.status === 410
}

type ProgressProps = { picture: FieldPicture; onRetry: () => void; position: number }

function Progress({ picture: { name, state }, onRetry, position }: ProgressProps) {
  if (state.status === 'ready') return null
  if (state.status === 'waiting') return <p className="pb-2 text-xs font-medium">{t('Waiting…')}</p>
  if (state.status === 'uploading') {
    // After the last byte, the server still has to process the picture.
    const text =
      state.progress === 1
        ? t('Almost there…')
        : t('{percent}%', { percent: Math.round(state.progress * 100) })
    return (
      <div className="space-y-1 pb-2">
        <p className="text-xs font-medium tabular-nums">{text}</p>
        <ProgressBar label={t('Uploading {name}', { name })} progress={state.progress} />
      </div>
    )
  }
  return (
    <>
      <p className="pb-2 text-xs font-medium text-danger">
        {t(pictureMessages.failed)} {state.reason}
      </p>
      {state.canRetry && (
        <button
          type="button"
          aria-label={t('Retry: {name}, photo {position}', { name, position })}
          onClick={(event) => {
            // Move focus first: this button disappears with the failure.
            event.currentTarget.closest('li')?.querySelector('button')?.focus()
            onRetry()
          }}
          className="mt-auto mb-2 min-h-11 rounded-full border border-edge text-sm font-semibold hover:border-ink hover:bg-sunken"
        >
          {t('Retry')}
        </button>
      )}
    </>
  )
}

type TileButtonProps = {
  title: string
  /** The title, and which photo it is about. */
  label: string
  onClick: () => void
  /** Like `disabled`, but keeps focus. */
  inactive?: boolean
  className?: string
  children: ReactNode
}

function TileButton({ title, label, onClick, inactive = false, className = '', children }: TileButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      aria-disabled={inactive || undefined}
      onClick={() => !inactive && onClick()}
      // Pressing a button must not start a drag.
      onPointerDown={(event) => event.stopPropagation()}
      className={`flex size-11 items-center justify-center rounded-full hover:bg-sunken aria-disabled:opacity-35 ${className}`}
    >
      {children}
    </button>
  )
}
