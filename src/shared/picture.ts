/**
 * Pictures of listings.
 *
 * An uploaded picture is kept in up to three widths, each as AVIF and WebP. Its address names the widest WebP and says
 * the picture's size; the addresses of the others are told from it. Pictures of another host, and the demo's drawings,
 * have one address only. The schemas stand apart: every page with a picture loads this.
 */

/** The wide ones are made only of pictures that are wider still. */
export const pictureWidths = [400, 800, 1600] as const
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** Where this site takes them. */
export const uploadPath = '/api/images'
/** Where they are put (specification, section 7). */
export const pictureFolder = 'ads'
export const picturesPath = '/pictures/'
const address = /^\/pictures\/([0-9a-f]{32})-(\d{1,4})x(\d{1,5})-(\d{1,4})\.(avif|webp)$/

export type PictureUrlParts = {
  key: string
  width: number
  height: number
  variant: number
  format: PictureFormat
}

/** Of the file that is `variant` wide, in that format; `width` and `height` are those of the widest. */
export const pictureUrl = ({ key, width, height, variant, format }: PictureUrlParts): string =>
  `${picturesPath}${key}-${width}x${height}-${variant}.${format}`

/** Null for any address but that of a file which an uploaded picture has. */
export function parsePictureUrl(path: string): PictureUrlParts | null {
  const [, key, width, height, variant, format] = address.exec(path) ?? []
  if (!key) return null
  const read = {
    key,
    width: Number(width),
    height: Number(height),
    variant: Number(variant),
    format: format as PictureFormat,
  }
  return widthsOf(read.width).includes(read.variant) && pictureUrl(read) === path ? read : null
}

/** The widths in which a picture is kept whose widest is this wide, the smallest first. */
export function widthsOf(widest: number): number[] {
  return [...pictureWidths.filter((width) => width < widest), widest]
}
