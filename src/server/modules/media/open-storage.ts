/** The place for pictures that the settings name, and the one on this machine where they are made ready. */
import { join } from 'node:path'
import type { Config } from '../../config/environment.ts'
import { createImageStore } from '../../platform/storage/image-store.ts'
import type { PictureStorage } from './media.ts'

export async function openPictureStorage({
  storage,
  dataDir,
}: Pick<Config, 'storage' | 'dataDir'>): Promise<PictureStorage> {
  const folder = join(dataDir, 'pictures')
  return {
    store: await createImageStore(storage, folder),
    // On the file system of the pictures: they are moved into their place.
    workFolder: join(folder, 'unfinished'),
    shareFolder: join(dataDir, 'share-pictures'),
  }
}
