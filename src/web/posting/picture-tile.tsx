import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { pictures as sentences } from '../../shared/messages/forms.ts'
import { ProgressBar } from '../ui/forms/progress-bar.tsx'
import { Icon } from '../ui/icon.tsx'
import { smallestOf } from './picture-address.ts'
import type { FieldPicture } from './picture-list.ts'
import type { PictureQueue } from './picture-queue.ts'

type Props = {
  picture: FieldPicture
  /** From 0. */
  place: number
  count: number
  /** The first that has not failed. */
  cover: boolean
  queue: PictureQueue
  onMove: (to: number) => void
  onRemove: () => void
  onDragStart: (event: PointerEvent) => void
  /** It is being dragged, or what is dragged would come to lie here. */
  mark: 'dragged' | 'target' | null
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }
const marks = { dragged: 'opacity-45', target: 'outline-3 outline-offset-2 outline-accent' }

export function PictureTile(props: Props) {
  const { picture, place, count, cover, queue, onMove, onRemove, onDragStart, mark } = props
  const { name, state } = picture
  // Phones name all their pictures alike.
  const which = `${name}, picture ${place + 1}`

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onMove(place + step)
  }

  return (
    <li
      data-place={place}
      onKeyDown={onKeyDown}
      className={`flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-sheet ${mark ? marks[mark] : ''}`}
    >
      <div
        className="relative aspect-square cursor-grab touch-pan-y bg-sunken select-none active:cursor-grabbing"
        onPointerDown={(event) => event.pointerType !== 'touch' && onDragStart(event)}
      >
        <Thumbnail picture={picture} queue={queue} />
        {cover && (
          <span className="absolute top-2 left-2 rounded-full bg-ink px-2.5 py-0.5 text-xs font-bold text-page">
            Cover
          </span>
        )}
        {/* A finger on the picture scrolls the page; on the grip it drags. */}
        <span
          aria-hidden
          onPointerDown={(event) => event.pointerType === 'touch' && onDragStart(event)}
          className="absolute bottom-2 left-2 hidden size-11 touch-none items-center justify-center rounded-full bg-surface text-ink shadow-sheet pointer-coarse:flex"
        >
          <Icon name="grip" className="size-5" />
        </span>
        <TileButton
          label={`Remove: ${which}`}
          onClick={onRemove}
          className="absolute top-1 right-1 bg-surface text-ink shadow-sheet"
        >
          <Icon name="x" className="size-5" />
        </TileButton>
      </div>
      <div className="flex flex-1 flex-col px-3 pt-2 pb-1">
        <p dir="auto" className="truncate text-xs text-soft" title={name}>
          {name}
        </p>
        <Progress picture={picture} onRetry={() => queue.retry(picture.id)} which={which} />
      </div>
      {state.at !== 'failed' && count > 1 && (
        <div className="flex justify-between border-t border-line">
          <TileButton label={`Move earlier: ${which}`} off={place === 0} onClick={() => onMove(place - 1)}>
            <Icon name="chevron-left" className="size-5" />
          </TileButton>
          {!cover && (
            <TileButton label={`Make cover: ${which}`} onClick={() => onMove(0)}>
              <Icon name="star" className="size-5" />
            </TileButton>
          )}
          <TileButton
            label={`Move later: ${which}`}
            off={place === count - 1}
            onClick={() => onMove(place + 1)}
          >
            <Icon name="chevron-right" className="size-5" />
          </TileButton>
        </div>
      )}
    </li>
  )
}

/** The file itself at once, and what the site made of it as soon as that has come. */
function Thumbnail({ picture: { id, local, state }, queue }: Pick<Props, 'picture' | 'queue'>) {
  const layer = 'absolute inset-0 size-full object-cover'
  if (state.at === 'failed') {
    return (
      <span className="absolute inset-0 flex items-center justify-center text-accent">
        <Icon name="circle-alert" className="size-9" />
      </span>
    )
  }
  return (
    <>
      {local && <img src={local} alt="" draggable={false} decoding="async" className={layer} />}
      {state.at === 'ready' && (
        <img
          src={smallestOf(state.address)}
          alt=""
          draggable={false}
          className={layer}
          onLoad={() => queue.forgetLocal(id)}
          onError={() => void missing(state.address).then((gone) => gone && queue.lose(id))}
        />
      )}
    </>
  )
}

/** Whether there is nothing at the address; a picture that could just not be fetched is still there. */
async function missing(address: string): Promise<boolean> {
  if (new URL(address, location.href).origin !== location.origin) return false
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => null)
  return answer?.status === 404 || answer?.status === 410
}

type ProgressProps = { picture: FieldPicture; onRetry: () => void; which: string }

function Progress({ picture: { name, state }, onRetry, which }: ProgressProps) {
  if (state.at === 'ready') return null
  if (state.at === 'waiting') return <p className="pb-2 text-xs font-medium">Waiting…</p>
  if (state.at === 'sending') {
    // All of it has been sent: the site is making its copies.
    const told = state.share === 1 ? 'Almost there…' : `${Math.round(state.share * 100)} %`
    return (
      <div className="space-y-1 pb-2">
        <p className="text-xs font-medium tabular-nums">{told}</p>
        <ProgressBar label={`Uploading ${name}`} share={state.share} />
      </div>
    )
  }
  return (
    <>
      <p className="pb-2 text-xs font-medium text-accent">
        {sentences.failed} {state.why}
      </p>
      {state.again && (
        <button
          type="button"
          aria-label={`Retry: ${which}`}
          onClick={(event) => {
            // It goes with the failure, and must not take the keyboard along.
            event.currentTarget.closest('li')?.querySelector('button')?.focus()
            onRetry()
          }}
          className="mt-auto mb-2 min-h-11 rounded-full border border-edge text-sm font-semibold hover:border-ink hover:bg-sunken"
        >
          Retry
        </button>
      )}
    </>
  )
}

type TileButtonProps = {
  label: string
  onClick: () => void
  /** It does nothing at the moment. It keeps the keyboard all the same, which a disabled one would lose. */
  off?: boolean
  className?: string
  children: ReactNode
}

function TileButton({ label, onClick, off = false, className = '', children }: TileButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label.split(':')[0]}
      aria-disabled={off || undefined}
      onClick={() => !off && onClick()}
      // Pressing it takes nothing up.
      onPointerDown={(event) => event.stopPropagation()}
      className={`flex size-11 items-center justify-center rounded-full hover:bg-sunken aria-disabled:opacity-35 ${className}`}
    >
      {children}
    </button>
  )
}
