/** The rules of uploading: who may upload how much, and in which order a picture is stored. */
import { v7 as uuid } from 'uuid'
import type { Picture, ProfilePhoto } from '../../../shared/contract/uploads.ts'
import { AppError } from '../../../shared/errors.ts'
import { type PictureUrlParts, pictureFolder, pictureUrl } from '../../../shared/picture.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { photoSides, photoUrl } from '../../../shared/profile-photo.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Logger } from '../../platform/log.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { accountDeleted, ensureProfile, setPhoto } from '../accounts/service.ts'
import type { PhotoFile, Variants } from './make-variants.ts'
import type { Processing } from './processing.ts'
import * as queries from './queries.ts'
import {
  asStorageError,
  type FileToStore,
  photoStorageKey,
  putFiles,
  removeFiles,
  storageKey,
} from './storage.ts'

/** What an account may upload in a day. */
const maxMegabytesPerDay = 300

type UploadOptions = {
  database: Database
  store: ImageStore
  processing: Processing
  rateLimiter: RateLimiter
  /** Multiplies the daily limit; null means no limit. */
  rateLimit: number | null
  log: Logger
}

/** An authorized upload, and the id that its picture will have. */
export type UploadGrant = { accountId: string; uploaderId: string; id: string }

export type ReceivedFile = {
  file: string
  bytes: number
  /** Hash of the picture's id and content, so no two uploads share a key. */
  key: string
}

type StoreInput = {
  grant: UploadGrant
  received: ReceivedFile
  /** The work folder of this upload. */
  folder: string
  signal: AbortSignal
}

/** Returns false if the account was deleted in the meantime. */
type MakeAvailable = (tx: Connection) => Promise<boolean>

export type Uploads = ReturnType<typeof createUploads>

export function createUploads({ database, store, processing, rateLimiter, rateLimit, log }: UploadOptions) {
  async function requireQuota(connection: Connection, uploaderId: string, bytes: number) {
    if (rateLimit === null) return
    const { received, secondsUntilFree } = await queries.findUploadUsage(connection, uploaderId)
    if (received + bytes > maxMegabytesPerDay * 1024 * 1024 * rateLimit) throw quotaExceeded(secondsUntilFree)
  }

  async function insert(picture: queries.NewPicture) {
    await database.kysely.transaction().execute(async (tx) => {
      if (!(await queries.lockUploader(tx, picture.uploader_id))) throw accountDeleted()
      await requireQuota(tx, picture.uploader_id, picture.received)
      await queries.insertPicture(tx, picture)
    })
  }

  /** Stores the files, and then `afterwards` makes them available. If either fails, nothing remains. */
  async function storeFiles(picture: queries.NewPicture, files: FileToStore[], afterwards: MakeAvailable) {
    // The row comes first, so that every file in the store belongs to a row, even after a crash.
    await insert(picture)
    try {
      await asStorageError(putFiles(store, files))
      const isAvailable = await database.kysely.transaction().execute(afterwards)
      if (!isAvailable) throw accountDeleted()
    } catch (error) {
      await rollBack(picture)
      throw error
    }
  }

  /** Cleanup removes the files once more: some of them may still be on their way to the store. */
  async function rollBack({ id, url }: queries.NewPicture) {
    try {
      await queries.markForDeletion(database, id)
      await removeFiles(store, url)
    } catch (error) {
      log.warn({ err: error }, 'A picture could not be stored or removed. Cleanup will remove it.')
    }
  }

  return {
    /** Counts an upload against the limits, before its body is read. */
    async authorizeUpload(viewer: Viewer): Promise<UploadGrant> {
      await rateLimiter.consume('uploadByAccount', viewer.accountId)
      const { profileId } = await ensureProfile(database, viewer)
      await requireQuota(database.kysely, profileId, 1)
      return { accountId: viewer.accountId, uploaderId: profileId, id: uuid() }
    },

    /** Processes the received picture of a listing in `folder`, and stores its variants. */
    async storePicture({ grant, received, folder, signal }: StoreInput): Promise<Picture> {
      const variants = await asStorageError(
        processing.makeVariants({ source: received.file, folder }, signal),
      )
      const address = addressOf(received, variants)
      const picture = toRow(grant, received, variants, pictureUrl(address))
      const files = variants.files.map(({ variant, format, file }) => ({
        key: storageKey({ ...address, variant, format }),
        file,
      }))
      await storeFiles(picture, files, (tx) => queries.markStored(tx, picture.id))
      const { url: secure_url, width, height, format, bytes } = picture
      return { secure_url, public_id: `${pictureFolder}/${received.key}`, width, height, format, bytes }
    },

    /** Processes the received photo in `folder`, stores it, and makes it the account's. The previous one is deleted. */
    async storePhoto({ grant, received, folder, signal }: StoreInput): Promise<ProfilePhoto> {
      const sizes = await asStorageError(processing.makePhoto({ source: received.file, folder }, signal))
      const picture = toPhotoRow(grant, received, sizes)
      const files = sizes.map(({ size, file }) => ({
        key: photoStorageKey({ key: received.key, size }),
        file,
      }))
      await storeFiles(
        picture,
        files,
        async (tx) =>
          (await queries.markStored(tx, picture.id)) && (await setPhoto(tx, grant.accountId, picture.url)),
      )
      return { photo: picture.url }
    },
  }
}

const addressOf = ({ key }: ReceivedFile, { width, height }: Variants): PictureUrlParts => ({
  key,
  width,
  height,
  variant: width,
  format: 'webp',
})

function toRow(
  { id, uploaderId }: UploadGrant,
  { bytes: received }: ReceivedFile,
  { width, height, placeholder, files }: Variants,
  url: string,
): queries.NewPicture {
  const format = 'webp'
  const bytes = files.find((file) => file.variant === width && file.format === format)?.bytes ?? 0
  return { id, uploader_id: uploaderId, url, width, height, format, bytes, received, placeholder }
}

function toPhotoRow(
  { id, uploaderId }: UploadGrant,
  { bytes: received, key }: ReceivedFile,
  files: PhotoFile[],
): queries.NewPicture {
  const side = photoSides.large
  const bytes = files.find(({ size }) => size === 'large')?.bytes ?? 0
  const url = photoUrl({ key, size: 'large' })
  const content = { url, width: side, height: side, format: 'webp' as const, bytes, placeholder: '' }
  return { id, uploader_id: uploaderId, received, ...content }
}

function quotaExceeded(seconds: number): AppError {
  const hours = Math.max(1, Math.ceil(seconds / 3600))
  const message = `You can upload up to ${maxMegabytesPerDay} MB of photos a day. Please try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`
  return new AppError('rate_limited', message, undefined, { retryAfter: Math.max(60, seconds) })
}
