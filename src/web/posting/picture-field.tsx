import { type DragEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { maxPictures } from '../../shared/limits.ts'
import { t } from '../../shared/translate.ts'
import { Button } from '../ui/button.tsx'
import { pictureTypes } from '../ui/forms/picture-types.ts'
import { Field, useDescription } from '../ui/forms/text-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { rich } from '../ui/rich.tsx'
import { acceptedFiles } from '../ui/upload/picture-file.ts'
import { tooManyPictures } from './labels.ts'
import type { PictureQueue } from './picture-queue.ts'
import { PictureTile } from './picture-tile.tsx'
import { useDragOrder } from './use-drag-order.ts'

type PictureFieldProps = { queue: PictureQueue; required: boolean }

export function PictureField({ queue, required }: PictureFieldProps) {
  const pictures = useSyncExternalStore(queue.subscribe, queue.pictures, queue.pictures)
  const [notice, setNotice] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const hint = t('Up to {max}: {files} each. The first photo is the cover.', {
    max: maxPictures,
    files: acceptedFiles(),
  })
  const { id, error, aria } = useDescription('images', hint, !required)
  const input = useRef<HTMLInputElement>(null)

  function add(files: File[]) {
    const rejected = files.length > 0 ? queue.add(files) : []
    setNotice(rejected.length > 0 ? tooManyPictures(rejected) : '')
    if (input.current) input.current.value = ''
  }

  const { isOver, ...dropHandlers } = useFileDrop(add)

  const failed = pictures.filter(({ state }) => state.status === 'failed' && state.canRetry)
  function retryAll() {
    for (const { id } of failed) queue.retry(id)
    // The button that had focus disappears.
    input.current?.focus()
  }

  return (
    <div {...dropHandlers}>
      <Field id={id} label={t('Images')} optional={!required} hint={hint} error={error}>
        <div
          className={`relative flex min-h-28 flex-col items-center justify-center gap-1.5 rounded-md border-2 border-dashed px-4 py-5 text-center has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent has-[[aria-invalid]]:border-danger ${isOver ? 'border-accent bg-accent-wash' : 'border-edge bg-page hover:border-ink'}`}
        >
          <Icon name="image-plus" className="size-7 text-accent" />
          <p className="text-sm font-semibold">
            {rich('Add photos<drag> or drag them here</drag>', {
              drag: (text) => <span className="pointer-coarse:hidden">{text}</span>,
            })}
          </p>
          <input
            {...aria}
            ref={input}
            id={id}
            type="file"
            name="images"
            multiple
            required={required}
            accept={pictureTypes}
            onChange={(event) => add([...(event.target.files ?? [])])}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </div>
      </Field>
      <CameraButton onTake={add} />
      <p role="alert" className="mt-2 text-sm font-medium text-danger empty:hidden">
        {notice}
      </p>
      <Tiles queue={queue} input={input} announce={setAnnouncement} />
      {failed.length > 1 && (
        <Button variant="secondary" className="mt-3" onClick={retryAll}>
          {t('Retry all {count}', { count: failed.length })}
        </Button>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

type TilesProps = {
  queue: PictureQueue
  input: RefObject<HTMLInputElement | null>
  announce: (sentence: string) => void
}

function Tiles({ queue, input, announce }: TilesProps) {
  const pictures = useSyncExternalStore(queue.subscribe, queue.pictures, queue.pictures)
  const list = useRef<HTMLOListElement>(null)

  function move(from: number, to: number) {
    const picture = pictures[from]
    if (!picture || to < 0 || to >= pictures.length) return
    queue.move(picture.id, to)
    const { name } = picture
    const position = to + 1
    const count = pictures.length
    announce(
      to === 0
        ? t('{name} is now photo {position} of {count}, the cover.', { name, position, count })
        : t('{name} is now photo {position} of {count}.', { name, position, count }),
    )
  }

  function remove(index: number) {
    const picture = pictures[index]
    if (!picture) return
    // Focus moves to the picture that takes this one's place, or to the file input.
    const next = list.current?.children[index + 1] ?? list.current?.children[index - 1]
    const control = next?.querySelector('button') ?? input.current
    control?.focus()
    queue.remove(picture.id)
    announce(t('{name} was removed.', { name: picture.name }))
  }

  const cover = pictures.find(({ state }) => state.status !== 'failed')
  const { drag, start } = useDragOrder(list, move)
  if (pictures.length === 0) return null
  return (
    <ol
      ref={list}
      aria-label={t('Photos')}
      className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4"
    >
      {pictures.map((picture, index) => (
        <PictureTile
          key={picture.id}
          picture={picture}
          index={index}
          count={pictures.length}
          cover={picture === cover}
          queue={queue}
          onMove={(to) => move(index, to)}
          onRemove={() => remove(index)}
          onDragStart={(event) => start(event, index)}
          dragState={drag && (drag.from === index ? 'dragged' : drag.over === index ? 'target' : null)}
        />
      ))}
    </ol>
  )
}

/** Opens the camera directly on touch devices. Phones also offer it from the file input. */
function CameraButton({ onTake }: { onTake: (files: File[]) => void }) {
  const camera = useRef<HTMLInputElement>(null)
  return (
    <div className="needs-script mt-3 hidden pointer-coarse:block">
      <Button variant="secondary" className="w-full" onClick={() => camera.current?.click()}>
        <Icon name="camera" className="size-5" />
        {t('Take a photo')}
      </Button>
      <input
        ref={camera}
        type="file"
        accept={pictureTypes}
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

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false

/** Accepts files dropped here. Anywhere else a drop does nothing: by default the browser would open the file. */
function useFileDrop(onDrop: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)

  useEffect(() => {
    const controller = new AbortController()
    for (const name of ['dragover', 'drop'] as const) {
      window.addEventListener(name, (event) => hasFiles(event) && event.preventDefault(), {
        signal: controller.signal,
      })
    }
    return () => controller.abort()
  }, [])

  return {
    isOver,
    onDragOver: (event: DragEvent) => setIsOver(hasFiles(event)),
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      onDrop([...event.dataTransfer.files])
    },
  }
}
