import { type ComponentType, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { bannerTransitionMs } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { Picture, sizesInFrame } from '../listings/picture.tsx'
import { Placeholder } from '../listings/placeholder.tsx'
import { Carousel } from '../ui/carousel.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Icon } from '../ui/icon.tsx'
import type { ViewedPicture, ViewerProps } from './picture-viewer.tsx'

const frame = 'aspect-[3/2] w-full overflow-hidden rounded-lg border border-line bg-sunken'
const sizes = sizesInFrame('contain', (of) => `(min-width:64rem) min(${of(63)}vw,${of(49)}rem),${of(100)}vw`)
/** Few look that closely, and only they pay for it. */
const loadViewer = () => import('./picture-viewer.tsx')

type PictureCarouselProps = { kind: Kind; title: string; images: string[]; placeholders: string[] }

export function PictureCarousel({ kind, title, images, placeholders }: PictureCarouselProps) {
  const pictures = images
    .map((address, index) => ({ address, placeholder: placeholders[index] }))
    .filter(({ address }, index) => images.indexOf(address) === index)
  if (pictures.length > 0) return <Pictures title={title} pictures={pictures} />
  return (
    <div className={frame}>
      <Placeholder kind={kind} />
    </div>
  )
}

function Pictures({ title, pictures }: { title: string; pictures: ViewedPicture[] }) {
  const [at, setAt] = useState(0)
  const [Viewer, setViewer] = useState<ComponentType<ViewerProps> | null>(null)
  const place = useRef<HTMLDivElement>(null)

  async function view(address: string) {
    try {
      const { PictureViewer } = await loadViewer()
      setViewer(() => PictureViewer)
    } catch {
      // As the link does that stands there without scripts.
      location.assign(address)
    }
  }

  function stopViewing(last: number) {
    flushSync(() => {
      setViewer(null)
      setAt(last)
    })
    // The keyboard comes back to the picture that it left, unless another one is shown now.
    if (last !== at) place.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }

  return (
    <div ref={place}>
      <Carousel
        label={`Pictures of ${title}`}
        at={at}
        onMove={setAt}
        transitionMs={bannerTransitionMs}
        className={frame}
        slides={pictures.map((picture, index) => ({
          key: picture.address,
          content: (
            <Slide picture={picture} title={title} index={index} count={pictures.length} onView={view} />
          ),
        }))}
      />
      {Viewer && <Viewer title={title} pictures={pictures} first={at} onClose={stopViewing} />}
    </div>
  )
}

type SlideProps = {
  picture: ViewedPicture
  title: string
  index: number
  count: number
  onView: (address: string) => void
}

function Slide({ picture, title, index, count, onView }: SlideProps) {
  return (
    <div className="relative size-full">
      <Picture
        {...picture}
        alt={`${title}, ${index + 1} of ${count}`}
        sizes={sizes}
        fit="contain"
        loading={index === 0 ? 'eager' : 'lazy'}
        fetchPriority={index === 0 ? 'high' : 'auto'}
        className="size-full"
      />
      <FullScreen
        label={`View picture ${index + 1} of ${count} full screen`}
        address={picture.address}
        onView={onView}
      />
    </div>
  )
}

type FullScreenProps = { label: string; address: string; onView: (address: string) => void }

/** Lies over the whole picture: a link to its largest file, which scripts make the button that it is named for. */
function FullScreen({ label, address, onView }: FullScreenProps) {
  const live = useHydrated()

  function view(event: MouseEvent | KeyboardEvent) {
    // Into a new tab: that is the browser's.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onView(address)
  }

  return (
    <a
      href={address}
      data-page="reload"
      aria-label={label}
      role={live ? 'button' : undefined}
      onClick={view}
      // As buttons do, and links do not.
      onKeyDown={(event) => event.key === ' ' && view(event)}
      // So that it opens at once; should that fail, opening tries again.
      onPointerEnter={() => void loadViewer().catch(() => {})}
      className="absolute inset-0 cursor-zoom-in rounded-lg focus-visible:-outline-offset-4"
    >
      <span className="absolute top-3 right-3 flex size-10 items-center justify-center rounded-full border border-line bg-surface text-ink shadow-sheet">
        <Icon name="maximize-2" className="size-4.5" />
      </span>
    </a>
  )
}
