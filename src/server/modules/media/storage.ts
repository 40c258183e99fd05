/** Where pictures are stored, the files each one has there, and the folders where uploads are processed first. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import {
  messagePhotoFolder,
  messagePhotosPath,
  messagePhotoUrl,
  parseMessagePhoto,
} from '../../../shared/message-photo.ts'
import {
  parsePictureUrl,
  pictureFolder,
  pictureFormats,
  picturesPath,
  pictureUrl,
  widthsOf,
} from '../../../shared/picture.ts'
import { parsePhotoUrl, photoFolder, photosPath, photoUrl } from '../../../shared/profile-photo.ts'
import { parseSiteFile, siteFilesPath } from '../../../shared/site-files.ts'
import { t } from '../../../shared/translate.ts'
import type { Config } from '../../config/environment.ts'
import type { WorkerLimits } from '../../platform/child-process/pool.ts'
import { createImageStore, type ImageStore, isFull } from '../../platform/storage/image-store.ts'

export type PictureStorage = {
  store: ImageStore
  /** Holds one folder per upload until its files are stored. */
  workFolder: string
  /** For tests: what processing one picture may use. */
  limits?: Partial<WorkerLimits>
}

export async function openPictureStorage({
  storage,
  dataDir,
}: Pick<Config, 'storage' | 'dataDir'>): Promise<PictureStorage> {
  const folder = join(dataDir, 'pictures')
  return {
    store: await createImageStore(storage, folder),
    // On the same file system as the stored pictures, so that a file can be renamed into place.
    workFolder: join(folder, 'unfinished'),
  }
}

const siteFolder = 'site'

/** Returns the key of the file that is served at this URL. */
export const storageKey = (url: string): string =>
  url
    .replace(picturesPath, `${pictureFolder}/`)
    .replace(photosPath, `${photoFolder}/`)
    .replace(messagePhotosPath, `${messagePhotoFolder}/`)
    .replace(siteFilesPath, `${siteFolder}/`)

/** Stores the files of a picture. Throws the first error of the store, after every write has settled. */
export async function putFiles(store: ImageStore, files: { key: string; file: string }[]) {
  await settleAll(files.map(({ key, file }) => store.put(key, file)))
}

/** Removes every file that the picture at `url` can have. Pictures on other hosts and in the demo have none. */
export async function removeFiles(store: ImageStore, url: string) {
  await settleAll(storageKeysOf(url).map((key) => store.remove(key)))
}

export function storageKeysOf(url: string): string[] {
  const photo = parsePhotoUrl(url)
  if (photo) return (['large', 'small'] as const).map((size) => storageKey(photoUrl({ ...photo, size })))
  const messagePhoto = parseMessagePhoto(url)
  const picture = messagePhoto ?? parsePictureUrl(url)
  if (!picture) return []
  const urlOf = messagePhoto ? messagePhotoUrl : pictureUrl
  return widthsOf(picture.width).flatMap((variant) =>
    pictureFormats.map((format) => storageKey(urlOf({ ...picture, variant, format }))),
  )
}

export const isStorageKey = (key: string): boolean =>
  parsePictureUrl(key.replace(`${pictureFolder}/`, picturesPath)) !== null ||
  parsePhotoUrl(key.replace(`${photoFolder}/`, photosPath)) !== null ||
  parseMessagePhoto(key.replace(`${messagePhotoFolder}/`, messagePhotosPath)) !== null ||
  (key.startsWith(`${siteFolder}/`) && parseSiteFile(key.slice(siteFolder.length + 1)) !== null)

/** Unlike Promise.all, leaves nothing running when it throws. */
async function settleAll(promises: Promise<unknown>[]) {
  for (const result of await Promise.allSettled(promises))
    if (result.status === 'rejected') throw result.reason
}

/** Turns errors of work with files into `unavailable`; an AppError passes through. */
export async function asStorageError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError) throw error
    const message = isFull(error)
      ? t(
          'We’re out of space for photos right now. Please try again in a few minutes. Everything else you entered is saved.',
        )
      : t(
          'We can’t store photos right now. Please try again in a few minutes. Everything else you entered is saved.',
        )
    throw new AppError('unavailable', message, undefined, { cause: error, retryAfter: 120 })
  }
}

const maxWorkFolderAgeMs = 60 * 60_000

export async function openWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  return mkdtemp(join(parent, 'upload-'))
}

/** Ignores errors: `deleteStaleWorkFolders` removes what is left. */
export async function closeWorkFolder(folder: string) {
  await rm(folder, { recursive: true, force: true }).catch(() => {})
}

export async function deleteStaleWorkFolders(parent: string) {
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - maxWorkFolderAgeMs) await closeWorkFolder(folder)
  }
}
