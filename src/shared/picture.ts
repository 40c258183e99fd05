/**
 * Pictures of listings, and the pictures that other sites show next to shared links.
 *
 * An uploaded picture is stored in up to three widths, each as AVIF and WebP. Its URL names the widest WebP and the
 * picture's size; the URLs of the other variants are derived from it. Pictures of an image host and the demo's drawings
 * have one URL only. Every page with a picture loads this file.
 */
import type { Event, Service } from './listing.ts'

/** The 800 and 1600 pixel variants exist only if the original is wider. */
export const pictureWidths = [400, 800, 1600] as const
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** Where this site accepts uploads. */
export const uploadPath = '/api/images'
/** The folder that uploads name (specification, section 7). */
export const pictureFolder = 'ads'
export const picturesPath = '/pictures/'
const picturePath = /^\/pictures\/([0-9a-f]{32})-(\d{1,4})x(\d{1,5})-(\d{1,4})\.(avif|webp)$/

export type PictureUrlParts = {
  key: string
  /** The size of the widest variant. */
  width: number
  height: number
  /** The width of this variant. */
  variant: number
  format: PictureFormat
}

export const pictureUrl = ({ key, width, height, variant, format }: PictureUrlParts): string =>
  `${picturesPath}${key}-${width}x${height}-${variant}.${format}`

/** Parses the path of an uploaded picture. Returns null for any other path. */
export function parsePictureUrl(path: string): PictureUrlParts | null {
  const [, key, width, height, variant, format] = picturePath.exec(path) ?? []
  if (!key) return null
  const parts = {
    key,
    width: Number(width),
    height: Number(height),
    variant: Number(variant),
    format: format as PictureFormat,
  }
  return widthsOf(parts.width).includes(parts.variant) && pictureUrl(parts) === path ? parts : null
}

/** Returns the widths of a picture's variants, smallest first. */
export function widthsOf(widest: number): number[] {
  return [...pictureWidths.filter((width) => width < widest), widest]
}

export const sharePictureSize = { width: 1200, height: 630 }
/** The size of the photo on a banner of the home page. */
export const bannerPictureSize = { width: 800, height: 600 }
export const sharePictureType = 'image/jpeg'
export const sharePicturesPath = '/share/'

/** For every page that is not a listing. */
export const siteShareUrl = `${sharePicturesPath}site.jpg`

/** The version busts the caches of other sites when a listing changes; the server ignores it. */
export const sharePictureUrl = ({ _id, version }: Pick<Service | Event, '_id' | 'version'>): string =>
  `${sharePicturesPath}${_id}.jpg?v=${version}`
