import { type ComponentProps, useState } from 'react'
import {
  type PictureFormat,
  type PictureUrlParts,
  parsePictureUrl,
  pictureUrl,
  widthsOf,
} from '../../shared/picture.ts'

/** Of the frames of cards and carousels, and of what is known to have no shape of its own. */
const usualRatio = 3 / 2
const usualWidth = 1200

type PictureProps = Pick<ComponentProps<'img'>, 'loading' | 'fetchPriority'> & {
  address: string
  /** A tiny picture as a `data:` address, seen until the real one has come. */
  placeholder?: string | undefined
  alt: string
  /** How wide it is on the page, as `sizes` says it; told of its width divided by its height. */
  sizes: (ratio: number) => string
  /** Whether it fills its frame, or is seen whole. */
  fit: 'cover' | 'contain'
  className?: string
}

const fits = { cover: 'object-cover bg-cover', contain: 'object-contain bg-contain' }

/** A picture of a listing. Of an uploaded one the browser takes the width and the format that suit it. */
export function Picture({ address, placeholder, alt, sizes, fit, className = '', ...rest }: PictureProps) {
  const standIn = usePlaceholder(placeholder)
  const uploaded = parsePictureUrl(address)
  const { width, height } = uploaded ?? { width: usualWidth, height: usualWidth / usualRatio }
  const fitting = uploaded ? sizes(width / height) : undefined
  const image = (
    <img
      {...rest}
      {...standIn}
      src={address}
      srcSet={uploaded ? filesOf(uploaded, 'webp') : undefined}
      sizes={fitting}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      className={`${fits[fit]} bg-center bg-no-repeat ${className}`}
    />
  )
  if (!uploaded) return image
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={filesOf(uploaded, 'avif')} sizes={fitting} />
      {image}
    </picture>
  )
}

const filesOf = (picture: PictureUrlParts, format: PictureFormat): string =>
  widthsOf(picture.width)
    .map((variant) => `${pictureUrl({ ...picture, variant, format })} ${variant}w`)
    .join(', ')

/** Behind the picture, and gone once that has come: through a transparent one it would be seen for ever. */
function usePlaceholder(placeholder: string | undefined): ComponentProps<'img'> {
  const [wanted, setWanted] = useState(true)
  if (!placeholder || !wanted) return {}
  return {
    style: { backgroundImage: `url(${placeholder})` },
    onLoad: () => setWanted(false),
    // It may have come before the scripts, which then are not told.
    ref: (image) => {
      if (image?.complete && image.naturalWidth > 0) setWanted(false)
    },
  }
}

/**
 * The `sizes` of a picture in a frame of the usual shape: a wide one reaches out of a frame that it fills, a tall one
 * leaves room in a frame that shows it whole. `say` is given how much of a length of the frame is the picture's.
 */
export function sizesInFrame(fit: PictureProps['fit'], say: (of: (length: number) => number) => string) {
  return (ratio: number): string => {
    const wide = ratio / usualRatio
    const share = fit === 'cover' ? Math.max(1, wide) : Math.min(1, wide)
    return say((length) => Math.ceil(length * share))
  }
}
