/** Loads the first picture of a listing for drawings. Never fetches pictures from other hosts. */
import { readFile } from 'node:fs/promises'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { readPicture } from '../media/service.ts'

/** Returns null if there is no such picture here. Throws `unavailable` if the store cannot be reached. */
export type PhotoOf = (url: string) => Promise<Buffer | null>

const demoPictures = new URL('../../../../demo/pictures/', import.meta.url)
const demoPictureUrl = /^\/demo-pictures\/([\w-]+\.svg)$/

export const createPhotoLoader =
  (store: ImageStore): PhotoOf =>
  async (url) => {
    const demoFile = demoPictureUrl.exec(url)?.[1]
    if (demoFile) return readFile(new URL(demoFile, demoPictures)).catch(() => null)
    return readPicture(store, url)
  }
