import { type DragEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { maxPicture, maxPictures } from '../../shared/limits.ts'
import { Button } from '../ui/button.tsx'
import { Field, useDescription } from '../ui/forms/text-field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { PictureQueue } from './picture-queue.ts'
import { PictureTile } from './picture-tile.tsx'
import { useDragOrder } from './use-drag-order.ts'
import { noRoom } from './words.ts'

const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
const hint = `Up to ${maxPictures}: JPEG, PNG, WebP, AVIF or GIF, ${maxPicture.bytes / 1024 / 1024} MB each. The first one is the cover.`

type Props = { queue: PictureQueue; required: boolean }

export function PictureField({ queue, required }: Props) {
  const pictures = useSyncExternalStore(queue.subscribe, queue.pictures, queue.pictures)
  const [notice, setNotice] = useState('')
  const [said, setSaid] = useState('')
  const { id, error, described } = useDescription('images', hint)
  const input = useRef<HTMLInputElement>(null)

  function add(files: File[]) {
    const leftOut = files.length > 0 ? queue.add(files) : []
    setNotice(leftOut.length > 0 ? noRoom(leftOut) : '')
    if (input.current) input.current.value = ''
  }

  const { over, ...dropping } = useFileDrop(add)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before scripts ran, once
  useEffect(() => add([...(input.current?.files ?? [])]), [])

  const failed = pictures.filter(({ state }) => state.at === 'failed' && state.again)
  function retryAll() {
    for (const { id } of failed) queue.retry(id)
    // The button that had the keyboard is going.
    input.current?.focus()
  }

  return (
    <div {...dropping}>
      <Field id={id} label="Images" hint={hint} error={error}>
        <div
          className={`relative flex min-h-28 flex-col items-center justify-center gap-1.5 rounded-md border-2 border-dashed px-4 py-5 text-center has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent has-[[aria-invalid]]:border-accent ${over ? 'border-accent bg-accent-wash' : 'border-edge bg-page hover:border-ink'}`}
        >
          <Icon name="image-plus" className="size-7 text-accent" />
          <p className="text-sm font-semibold">
            Choose pictures<span className="pointer-coarse:hidden">, or drop them here</span>
          </p>
          <input
            {...described}
            ref={input}
            id={id}
            type="file"
            name="images"
            multiple
            required={required}
            accept={accepted}
            onChange={(event) => add([...(event.target.files ?? [])])}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </div>
      </Field>
      <TakePhoto onTake={add} />
      <p role="alert" className="mt-2 text-sm font-medium text-accent empty:hidden">
        {notice}
      </p>
      <Tiles queue={queue} input={input} say={setSaid} />
      {failed.length > 1 && (
        <Button look="secondary" className="mt-3" onClick={retryAll}>
          Retry all {failed.length}
        </Button>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

type TilesProps = {
  queue: PictureQueue
  input: RefObject<HTMLInputElement | null>
  say: (sentence: string) => void
}

function Tiles({ queue, input, say }: TilesProps) {
  const pictures = useSyncExternalStore(queue.subscribe, queue.pictures, queue.pictures)
  const list = useRef<HTMLOListElement>(null)

  function move(from: number, to: number) {
    const picture = pictures[from]
    if (!picture || to < 0 || to >= pictures.length) return
    queue.move(picture.id, to)
    say(`${picture.name} is now picture ${to + 1} of ${pictures.length}${to === 0 ? ', the cover' : ''}.`)
  }

  function remove(place: number) {
    const picture = pictures[place]
    if (!picture) return
    // The keyboard goes to the picture that takes this one's place, or to where others are chosen.
    const next = list.current?.children[place + 1] ?? list.current?.children[place - 1]
    const control = next?.querySelector('button') ?? input.current
    control?.focus()
    queue.remove(picture.id)
    say(`${picture.name} is removed.`)
  }

  const cover = pictures.find(({ state }) => state.at !== 'failed')
  const { drag, start } = useDragOrder(list, move)
  if (pictures.length === 0) return null
  return (
    <ol
      ref={list}
      aria-label="Pictures"
      className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4"
    >
      {pictures.map((picture, place) => (
        <PictureTile
          key={picture.id}
          picture={picture}
          place={place}
          count={pictures.length}
          cover={picture === cover}
          queue={queue}
          onMove={(to) => move(place, to)}
          onRemove={() => remove(place)}
          onDragStart={(event) => start(event, place)}
          mark={drag && (drag.from === place ? 'dragged' : drag.over === place ? 'target' : null)}
        />
      ))}
    </ol>
  )
}

/** Straight to the camera, where there is likely to be one. Phones offer it among the other choices too. */
function TakePhoto({ onTake }: { onTake: (files: File[]) => void }) {
  const camera = useRef<HTMLInputElement>(null)
  return (
    <div className="needs-script mt-3 hidden pointer-coarse:block">
      <Button look="secondary" className="w-full" onClick={() => camera.current?.click()}>
        <Icon name="camera" className="size-5" />
        Take a photo
      </Button>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={(event) => {
          onTake([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

const holdsFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false

/** Files that are dropped here are taken; beside it nothing happens, where the browser would leave the form for them. */
function useFileDrop(take: (files: File[]) => void) {
  const [over, setOver] = useState(false)

  useEffect(() => {
    const ended = new AbortController()
    for (const name of ['dragover', 'drop'] as const) {
      window.addEventListener(name, (event) => holdsFiles(event) && event.preventDefault(), {
        signal: ended.signal,
      })
    }
    return () => ended.abort()
  }, [])

  return {
    over,
    onDragOver: (event: DragEvent) => setOver(holdsFiles(event)),
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!holdsFiles(event)) return
      event.preventDefault()
      take([...event.dataTransfer.files])
    },
  }
}
