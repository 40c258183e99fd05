/** The first picture of a listing as drawings take it. Those on other hosts are not fetched: this server asks nobody. */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { parsePictureUrl } from '../../../shared/picture.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { storageKey } from '../media/files.ts'
import { asStorageError } from '../media/storage-error.ts'

/** Null when there is no such picture here. Throws `unavailable` while the store is away. */
export type PhotoOf = (address: string) => Promise<Buffer | null>

const demoPictures = new URL('../../../../demo/pictures/', import.meta.url)
const demoAddress = /^\/demo-pictures\/([\w-]+\.svg)$/

export const createPhotoLoader =
  (store: ImageStore): PhotoOf =>
  async (address) => {
    const demo = demoAddress.exec(address)?.[1]
    if (demo) return readFile(new URL(demo, demoPictures)).catch(() => null)
    const picture = parsePictureUrl(address)
    const stored = picture && (await asStorageError(store.read(storageKey({ ...picture, format: 'webp' }))))
    return stored ? asStorageError(buffer(stored.stream)) : null
  }
