/** The files of a picture in the store: which there are, and how they get there and go, all together. */
import {
  type PictureUrlParts,
  parsePictureUrl,
  pictureFolder,
  pictureFormats,
  picturesPath,
  pictureUrl,
  widthsOf,
} from '../../../shared/picture.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import type { MadeFile } from './make-variants.ts'

export const storageKey = (address: PictureUrlParts): string =>
  pictureUrl(address).replace(picturesPath, `${pictureFolder}/`)

/** Throws what the store throws, once nothing more is under way. */
export async function putFiles(store: ImageStore, address: PictureUrlParts, files: MadeFile[]) {
  await allOf(
    files.map(({ variant, format, file }) => store.put(storageKey({ ...address, variant, format }), file)),
  )
}

/** All that a picture of this address may have in the store: none for another host's, or the demo's. */
export async function removeFiles(store: ImageStore, url: string) {
  const address = parsePictureUrl(url)
  if (!address) return
  const variants = widthsOf(address.width).flatMap((variant) =>
    pictureFormats.map((format) => ({ ...address, variant, format })),
  )
  await allOf(variants.map((variant) => store.remove(storageKey(variant))))
}

/** Unlike Promise.all it leaves nothing going on behind it. */
async function allOf(work: Promise<unknown>[]) {
  for (const outcome of await Promise.allSettled(work))
    if (outcome.status === 'rejected') throw outcome.reason
}
