/** The rules of uploading: who may upload how much, and in which order a picture is stored. */
import { v7 as uuid } from 'uuid'
import type { ProfilePhoto } from '../../../shared/contract/uploads.ts'
import { AppError } from '../../../shared/errors.ts'
import { messagePhotoFolder, messagePhotoUrl } from '../../../shared/message-photo.ts'
import { pictureFolder, pictureUrl } from '../../../shared/picture.ts'
import type { Viewer } from '../../../shared/policy.ts'
import { photoSides, photoUrl } from '../../../shared/profile-photo.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Logger } from '../../platform/log.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { accountDeleted, ensureProfile, setPhoto } from '../accounts/service.ts'
import type { VariantFile, Variants } from './make-variants.ts'
import type { PictureJob } from './picture-process.ts'
import type { Processing } from './processing.ts'
import * as queries from './queries.ts'
import { asStorageError, putFiles, removeFiles, storageKey } from './storage.ts'

const maxMegabytesPerDay = 300

export type UploadOptions = {
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
  folder: string
  signal: AbortSignal
}

export type Uploads = ReturnType<typeof createUploads>

export function createUploads(options: UploadOptions) {
  const { database, store: imageStore, processing, rateLimiter, rateLimit, log } = options

  async function requireQuota(connection: Connection, uploaderId: string, bytes: number) {
    if (rateLimit === null) return
    const { received, secondsUntilFree } = await queries.findUploadUsage(connection, uploaderId)
    if (received + bytes > maxMegabytesPerDay * 1024 * 1024 * rateLimit) throw quotaExceeded(secondsUntilFree)
  }

  /**
   * Processes and stores a received picture, and then makes it available together with `use`, which returns false if the account
   * was deleted in the meantime. If either fails, nothing remains.
   */
  async function store(
    purpose: PictureJob['purpose'],
    { grant, received, folder, signal }: StoreInput,
    use: (tx: Connection, url: string) => Promise<boolean> = async () => true,
  ): Promise<queries.NewPicture> {
    const job = { purpose, source: received.file, folder }
    const variants = await asStorageError(processing.process(job, signal))
    const urlOf = (file: FileName) => fileUrl(purpose, received.key, variants, file)
    const picture = toRow(grant, received, variants, urlOf)
    // The row comes first, so that every file in the store belongs to a row, even after a crash.
    await database.kysely.transaction().execute(async (tx) => {
      if (!(await queries.lockUploader(tx, grant.uploaderId))) throw accountDeleted()
      await requireQuota(tx, grant.uploaderId, received.bytes)
      await queries.insertPicture(tx, picture)
    })
    try {
      const files = variants.files.map((file) => ({ key: storageKey(urlOf(file)), file: file.file }))
      await asStorageError(putFiles(imageStore, files))
      await database.kysely.transaction().execute(async (tx) => {
        if (!(await queries.markStored(tx, picture.id)) || !(await use(tx, picture.url)))
          throw accountDeleted()
      })
    } catch (error) {
      await rollBack(picture)
      throw error
    }
    return picture
  }

  /** Cleanup removes the files once more: some of them may still be on their way to the store. */
  async function rollBack({ id, url }: queries.NewPicture) {
    try {
      await queries.markForDeletion(database, id)
      await removeFiles(imageStore, url)
    } catch (error) {
      log.warn({ err: error }, 'A picture could not be stored or removed. Cleanup will remove it.')
    }
  }

  /** Stores a picture at an address of its own, in a `folder` that only its `public_id` names. */
  const storeIn = (purpose: 'listing' | 'message', folder: string) => async (input: StoreInput) => {
    const { url: secure_url, width, height, format, bytes } = await store(purpose, input)
    return { secure_url, public_id: `${folder}/${input.received.key}`, width, height, format, bytes }
  }

  return {
    async authorizeUpload(viewer: Viewer): Promise<UploadGrant> {
      await rateLimiter.consume('uploadByAccount', viewer.accountId)
      const { profileId } = await ensureProfile(database, viewer)
      await requireQuota(database.kysely, profileId, 1)
      return { accountId: viewer.accountId, uploaderId: profileId, id: uuid() }
    },

    storePicture: storeIn('listing', pictureFolder),
    storeMessagePhoto: storeIn('message', messagePhotoFolder),

    /** Makes the photo the account's. The previous one is deleted. */
    async storePhoto(input: StoreInput): Promise<ProfilePhoto> {
      const { accountId } = input.grant
      const { url } = await store('profile', input, (tx, photo) => setPhoto(tx, accountId, photo))
      return { photo: url }
    },
  }
}

type FileName = Pick<VariantFile, 'variant' | 'format'>

function toRow(
  { id, uploaderId }: UploadGrant,
  { bytes: received }: ReceivedFile,
  { width, height, placeholder, files }: Variants,
  urlOf: (file: FileName) => string,
): queries.NewPicture {
  const format = 'webp'
  const url = urlOf({ variant: width, format })
  const bytes = files.find((file) => file.variant === width && file.format === format)?.bytes ?? 0
  return { id, uploader_id: uploaderId, url, width, height, format, bytes, received, placeholder }
}

function fileUrl(
  purpose: PictureJob['purpose'],
  key: string,
  { width, height }: Variants,
  { variant, format }: FileName,
): string {
  if (purpose === 'profile') return photoUrl({ key, size: variant === photoSides.small ? 'small' : 'large' })
  return (purpose === 'message' ? messagePhotoUrl : pictureUrl)({ key, width, height, variant, format })
}

function quotaExceeded(seconds: number): AppError {
  const hours = Math.max(1, Math.ceil(seconds / 3600))
  const message = t(
    '{hours, plural, one {You can upload up to {max} MB of photos a day. Please try again in # hour.} other {You can upload up to {max} MB of photos a day. Please try again in # hours.}}',
    { max: maxMegabytesPerDay, hours },
  )
  return new AppError('rate_limited', message, undefined, { retryAfter: Math.max(60, seconds) })
}
