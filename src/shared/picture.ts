/**
 * Pictures of listings.
 *
 * An uploaded picture is kept in up to three widths, each as AVIF and WebP. Its address names the widest WebP and says
 * the picture's size; the addresses of the others are told from it. Pictures of another host, and the demo's drawings,
 * have one address only.
 */
import * as z from 'zod/mini'

/** The wide ones are made only of pictures that are wider still. */
export const pictureWidths = [400, 800, 1600] as const
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** What an upload answers, in the words that image hosts use. */
export const PictureSchema = z.object({
  /** What a listing's `images` take. */
  secure_url: z.string(),
  public_id: z.string(),
  width: z.int(),
  height: z.int(),
  format: z.enum(pictureFormats),
  bytes: z.int(),
})
export type Picture = z.infer<typeof PictureSchema>

/** Where forms send pictures, and what they send along (specification, section 7). */
export const PictureUploadSchema = z.object({
  url: z.string(),
  upload_preset: z.string(),
  folder: z.string(),
})
export type PictureUpload = z.infer<typeof PictureUploadSchema>

/** Where this site takes them. */
export const uploadPath = '/api/images'
/** Where they are put (specification, section 7). */
export const pictureFolder = 'ads'
export const picturesPath = '/pictures/'
const address = /^\/pictures\/([0-9a-f]{32})-(\d{1,4})x(\d{1,5})-(\d{1,4})\.(avif|webp)$/

export type PictureAddress = {
  key: string
  width: number
  height: number
  variant: number
  format: PictureFormat
}

/** Of the file that is `variant` wide, in that format; `width` and `height` are those of the widest. */
export const addressOfPicture = ({ key, width, height, variant, format }: PictureAddress): string =>
  `${picturesPath}${key}-${width}x${height}-${variant}.${format}`

/** Null for any address but that of a file which an uploaded picture has. */
export function readPictureAddress(path: string): PictureAddress | null {
  const [, key, width, height, variant, format] = address.exec(path) ?? []
  if (!key) return null
  const read = {
    key,
    width: Number(width),
    height: Number(height),
    variant: Number(variant),
    format: format as PictureFormat,
  }
  return widthsOf(read.width).includes(read.variant) && addressOfPicture(read) === path ? read : null
}

/** The widths in which a picture is kept whose widest is this wide, the smallest first. */
export function widthsOf(widest: number): number[] {
  return [...pictureWidths.filter((width) => width < widest), widest]
}
