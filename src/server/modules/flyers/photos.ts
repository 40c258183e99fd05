/** The first picture of a listing as drawings take it. Those on other hosts are not fetched: this server asks nobody. */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { readPictureAddress } from '../../../shared/picture.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { keyOf } from '../media/files.ts'
import { storable } from '../media/storage-error.ts'

/** Null when there is no such picture here. Throws `unavailable` while the store is away. */
export type PhotoOf = (address: string) => Promise<Buffer | null>

const demoPictures = new URL('../../../../demo/pictures/', import.meta.url)
const demoAddress = /^\/demo-pictures\/([\w-]+\.svg)$/

export const createPhotoOf =
  (store: ImageStore): PhotoOf =>
  async (address) => {
    const demo = demoAddress.exec(address)?.[1]
    if (demo) return readFile(new URL(demo, demoPictures)).catch(() => null)
    const picture = readPictureAddress(address)
    const stored = picture && (await storable(store.read(keyOf({ ...picture, format: 'webp' }))))
    return stored ? storable(buffer(stored.stream)) : null
  }
