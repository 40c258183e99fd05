/** Which files the forms with pictures accept. */
import { maxPicture } from '../../../shared/limits.ts'

const maxMegabytes = maxPicture.bytes / 1024 / 1024

/** Such as `JPEG, PNG, WebP, AVIF, or GIF, 15 MB`. */
export const acceptedFiles = `JPEG, PNG, WebP, AVIF, or GIF, ${maxMegabytes} MB`

/** Returns why a file cannot be uploaded, if that is certain; otherwise the server decides by its bytes. */
export function rejectReason({ size, type }: File): string | null {
  if (size > maxPicture.bytes) return `It is larger than ${maxMegabytes} MB. Please choose a smaller photo.`
  if (size === 0) return 'The file is empty. Please choose another one.'
  if (type !== '' && !type.startsWith('image/')) return 'It is not an image. Please choose a photo.'
  return null
}
