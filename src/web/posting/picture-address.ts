import { addressOfPicture, readPictureAddress, widthsOf } from '../../shared/picture.ts'

/** The narrowest file of an uploaded picture; of any other, the only one there is. */
export function smallestOf(address: string): string {
  const read = readPictureAddress(address)
  const [variant] = read ? widthsOf(read.width) : []
  return read && variant ? addressOfPicture({ ...read, variant }) : address
}
