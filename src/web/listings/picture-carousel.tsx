import { bannerTransitionMs } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { Carousel } from '../ui/carousel.tsx'
import { Placeholder } from './placeholder.tsx'

type Props = { kind: Kind; title: string; images: string[] }

export function PictureCarousel({ kind, title, images }: Props) {
  const pictures = [...new Set(images)]
  const frame = 'aspect-[3/2] w-full overflow-hidden rounded-lg border border-line bg-sunken'
  if (pictures.length === 0) {
    return (
      <div className={frame}>
        <Placeholder kind={kind} />
      </div>
    )
  }
  return (
    <Carousel
      label={`Pictures of ${title}`}
      transitionMs={bannerTransitionMs}
      className={frame}
      slides={pictures.map((src, index) => ({
        key: src,
        content: (
          <img
            src={src}
            alt={`${title}, ${index + 1} of ${pictures.length}`}
            width={1200}
            height={800}
            loading={index === 0 ? 'eager' : 'lazy'}
            fetchPriority={index === 0 ? 'high' : 'auto'}
            decoding="async"
            className="size-full object-contain"
          />
        ),
      }))}
    />
  )
}
