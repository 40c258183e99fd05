/** Which files the forms with pictures accept. */

import { maxPicture } from '../../../shared/limits.ts'
import { t } from '../../../shared/translate.ts'

const maxMegabytes = maxPicture.bytes / 1024 / 1024

/** Such as `JPEG, PNG, WebP, AVIF, or GIF, 15 MB`. */
export const acceptedFiles = () => t('JPEG, PNG, WebP, AVIF, or GIF, {size} MB', { size: maxMegabytes })

/** Returns why a file cannot be uploaded, if that is certain; otherwise the server decides by its bytes. */
export function rejectReason({ size, type }: File): string | null {
  if (size > maxPicture.bytes)
    return t('It is larger than {size} MB. Please choose a smaller photo.', { size: maxMegabytes })
  if (size === 0) return t('The file is empty. Please choose another one.')
  if (type !== '' && !type.startsWith('image/')) return t('It is not an image. Please choose a photo.')
  return null
}
