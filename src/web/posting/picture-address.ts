import { parsePictureUrl, pictureUrl, widthsOf } from '../../shared/picture.ts'

/** The narrowest file of an uploaded picture; of any other, the only one there is. */
export function smallestOf(address: string): string {
  const read = parsePictureUrl(address)
  const [variant] = read ? widthsOf(read.width) : []
  return read && variant ? pictureUrl({ ...read, variant }) : address
}
