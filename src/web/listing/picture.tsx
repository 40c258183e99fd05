import { type ComponentProps, useState } from 'react'
import {
  type PictureFormat,
  type PictureUrlParts,
  parsePictureUrl,
  pictureUrl,
  widthsOf,
} from '../../shared/picture.ts'

/** The shape of the frames in cards and carousels, also assumed for pictures of unknown size. */
const defaultRatio = 3 / 2
const defaultWidth = 1200

type PictureProps = Pick<ComponentProps<'img'>, 'loading' | 'fetchPriority'> & {
  url: string
  /** A tiny picture as a `data:` URL, shown until the real one has loaded. */
  placeholder?: string | undefined
  alt: string
  /** Returns the `sizes` attribute for a picture with this ratio of width to height. */
  sizes: (ratio: number) => string
  /** Whether it fills its frame or is shown whole. */
  fit: 'cover' | 'contain'
  className?: string
}

const fits = { cover: 'object-cover bg-cover', contain: 'object-contain bg-contain' }

/** A picture of a listing. For uploaded ones, the browser picks the best width and format. */
export function Picture({ url, placeholder, alt, sizes, fit, className = '', ...rest }: PictureProps) {
  const placeholderProps = usePlaceholder(placeholder)
  const uploaded = parsePictureUrl(url)
  const { width, height } = uploaded ?? { width: defaultWidth, height: defaultWidth / defaultRatio }
  const sizesValue = uploaded ? sizes(width / height) : undefined
  const image = (
    <img
      {...rest}
      {...placeholderProps}
      src={url}
      srcSet={uploaded ? srcSetOf(uploaded, 'webp') : undefined}
      sizes={sizesValue}
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
      <source type="image/avif" srcSet={srcSetOf(uploaded, 'avif')} sizes={sizesValue} />
      {image}
    </picture>
  )
}

const srcSetOf = (picture: PictureUrlParts, format: PictureFormat): string =>
  widthsOf(picture.width)
    .map((variant) => `${pictureUrl({ ...picture, variant, format })} ${variant}w`)
    .join(', ')

/** Shows the placeholder as the background until the picture loads; a transparent picture would never cover it. */
function usePlaceholder(placeholder: string | undefined): ComponentProps<'img'> {
  const [isVisible, setIsVisible] = useState(true)
  if (!placeholder || !isVisible) return {}
  return {
    style: { backgroundImage: `url(${placeholder})` },
    onLoad: () => setIsVisible(false),
    // The picture may have loaded before hydration, which then misses its load event.
    ref: (image) => {
      if (image?.complete && image.naturalWidth > 0) setIsVisible(false)
    },
  }
}

/**
 * Returns a `sizes` function for a picture in a frame of the default shape: a wide picture overflows a frame that it
 * fills, and a tall one leaves room in a frame that shows it whole. `format` gets a function that turns a length of the
 * frame into the picture's.
 */
export function sizesInFrame(
  fit: PictureProps['fit'],
  format: (scale: (length: number) => number) => string,
) {
  return (ratio: number): string => {
    const relativeWidth = ratio / defaultRatio
    const share = fit === 'cover' ? Math.max(1, relativeWidth) : Math.min(1, relativeWidth)
    return format((length) => Math.ceil(length * share))
  }
}
