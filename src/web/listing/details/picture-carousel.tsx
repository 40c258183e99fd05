import { type ComponentType, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Kind } from '../../../shared/listing.ts'
import { t } from '../../../shared/translate.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture, sizesInFrame } from '../picture.tsx'
import { Placeholder } from '../placeholder.tsx'
import type { ViewedPicture, ViewerProps } from './picture-viewer.tsx'

const frame =
  'aspect-[3/2] w-full overflow-hidden rounded-lg border border-line bg-sunken print:rounded-none print:border-0'
const sizes = sizesInFrame(
  'contain',
  (scale) => `(min-width:64rem) min(${scale(63)}vw,${scale(49)}rem),${scale(100)}vw`,
)
/** Loaded on demand: few visitors view pictures full screen. */
const loadViewer = () => import('./picture-viewer.tsx')

type PictureCarouselProps = {
  kind: Kind
  category: string
  title: string
  images: string[]
  placeholders: string[]
}

export function PictureCarousel({ kind, category, title, images, placeholders }: PictureCarouselProps) {
  const pictures = images
    .map((url, index) => ({ url, placeholder: placeholders[index] }))
    .filter(({ url }, index) => images.indexOf(url) === index)
  if (pictures.length > 0) return <Pictures title={title} pictures={pictures} />
  return (
    <div className="flex h-36 justify-center overflow-hidden rounded-lg border border-line bg-sunken sm:h-44">
      <div className="aspect-4/3 h-full">
        <Placeholder kind={kind} category={category} />
      </div>
    </div>
  )
}

function Pictures({ title, pictures }: { title: string; pictures: ViewedPicture[] }) {
  const [at, setAt] = useState(0)
  const [Viewer, setViewer] = useState<ComponentType<ViewerProps> | null>(null)
  const container = useRef<HTMLDivElement>(null)

  async function view(url: string) {
    try {
      const { PictureViewer } = await loadViewer()
      setViewer(() => PictureViewer)
    } catch {
      // Do what the link does without scripts.
      location.assign(url)
    }
  }

  function closeViewer(last: number) {
    flushSync(() => {
      setViewer(null)
      setAt(last)
    })
    // Return the focus to the picture that opened the viewer, unless another one is now shown.
    if (last !== at) container.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }

  return (
    <div ref={container}>
      <Carousel
        label={t('Photos of {title}', { title })}
        item="photo"
        at={at}
        onMove={setAt}
        className={frame}
        slides={pictures.map((picture, index) => ({
          key: picture.url,
          content: (
            <Slide picture={picture} title={title} index={index} count={pictures.length} onView={view} />
          ),
        }))}
      />
      {Viewer && <Viewer title={title} pictures={pictures} first={at} onClose={closeViewer} />}
    </div>
  )
}

type SlideProps = {
  picture: ViewedPicture
  title: string
  index: number
  count: number
  onView: (url: string) => void
}

function Slide({ picture, title, index, count, onView }: SlideProps) {
  return (
    <div className="relative size-full">
      <Picture
        {...picture}
        alt={t('{title}, {number} of {count}', { title, number: index + 1, count })}
        sizes={sizes}
        fit="contain"
        loading={index === 0 ? 'eager' : 'lazy'}
        fetchPriority={index === 0 ? 'high' : 'auto'}
        className="size-full"
      />
      <FullScreen
        label={t('View photo {number} of {count} full screen', { number: index + 1, count })}
        url={picture.url}
        onView={onView}
      />
    </div>
  )
}

type FullScreenProps = { label: string; url: string; onView: (url: string) => void }

/** Covers the whole picture: a link to its largest file, which scripts turn into a button. */
function FullScreen({ label, url, onView }: FullScreenProps) {
  const hydrated = useHydrated()

  function view(event: MouseEvent | KeyboardEvent) {
    // Leave opening a new tab to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onView(url)
  }

  return (
    <a
      href={url}
      data-page="reload"
      aria-label={label}
      role={hydrated ? 'button' : undefined}
      onClick={view}
      // Buttons react to the space bar; links do not.
      onKeyDown={(event) => event.key === ' ' && view(event)}
      // Preload the viewer so that it opens at once. If this fails, opening it retries.
      onPointerEnter={() => void loadViewer().catch(() => {})}
      className="absolute inset-0 cursor-zoom-in rounded-lg focus-visible:-outline-offset-4"
    >
      <span className="absolute end-3 top-3 flex size-10 items-center justify-center rounded-full border border-line bg-surface text-ink shadow-sheet print:hidden">
        <Icon name="maximize-2" className="size-4.5" />
      </span>
    </a>
  )
}
