/** The rules of uploading: who may send how much, and in which order a picture is kept. */
import { v7 as uuid } from 'uuid'
import { AppError } from '../../../shared/errors.ts'
import { signInRequired } from '../../../shared/messages/forms.ts'
import { type PictureUrlParts, pictureFolder, pictureUrl } from '../../../shared/picture.ts'
import type { Picture } from '../../../shared/picture-upload.ts'
import type { Viewer } from '../../../shared/policy.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Logger } from '../../platform/log.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { ensureProfile } from '../accounts/service.ts'
import { putFiles, removeFiles } from './files.ts'
import type { Made } from './make-variants.ts'
import type { Processing } from './processing.ts'
import * as queries from './queries.ts'
import type { Received } from './receive.ts'
import { asStorageError } from './storage-error.ts'

/** What an account may upload within a day. */
const mostMegabytesADay = 300

export type UploadParts = {
  database: Database
  store: ImageStore
  processing: Processing
  attempts: RateLimiter
  /** Multiplies how much may be uploaded; null: as much as one likes. */
  rateLimit: number | null
  log: Logger
}

/** Somebody whose upload was let in, and the id that its picture is going to have. */
export type Admitted = { uploaderId: string; id: string }

export type Uploads = ReturnType<typeof createUploads>

export function createUploads({ database, store, processing, attempts, rateLimit, log }: UploadParts) {
  async function requireRoom(connection: Connection, uploaderId: string, more: number) {
    if (rateLimit === null) return
    const { received, wait } = await queries.findUploadUsage(connection, uploaderId)
    if (received + more > mostMegabytesADay * 1024 * 1024 * rateLimit) throw tooMuch(wait)
  }

  async function insert(picture: queries.NewPicture) {
    await database.kysely.transaction().execute(async (tx) => {
      if (!(await queries.lockUploader(tx, picture.uploader_id))) throw accountGone()
      await requireRoom(tx, picture.uploader_id, picture.received)
      await queries.insertPicture(tx, picture)
    })
  }

  /** What could not be stored whole. The tidying removes its files once more: some may yet be on their way. */
  async function takeBack({ id, url }: queries.NewPicture) {
    try {
      await queries.doomPicture(database, id)
      await removeFiles(store, url)
    } catch (error) {
      log.warn({ err: error }, 'A picture that could not be stored is left to the tidying.')
    }
  }

  return {
    /** Counts an upload, before any of it is read. */
    async admit(viewer: Viewer): Promise<Admitted> {
      await attempts.consume('uploadByAccount', viewer.accountId)
      const { profileId } = await ensureProfile(database, viewer)
      await requireRoom(database.kysely, profileId, 1)
      return { uploaderId: profileId, id: uuid() }
    },

    /** Makes ready what was received, in that folder, and stores it. */
    async keep(admitted: Admitted, received: Received, folder: string, gone: AbortSignal): Promise<Picture> {
      const made = await asStorageError(processing.make({ source: received.file, folder }, gone))
      const address = addressOf(received, made)
      const picture = rowOf(admitted, received, made, pictureUrl(address))
      // The row comes first: whatever is in the store has one, however this ends.
      await insert(picture)
      try {
        await asStorageError(putFiles(store, address, made.files))
        if (!(await queries.markStored(database, picture.id))) throw accountGone()
      } catch (error) {
        await takeBack(picture)
        throw error
      }
      const { url: secure_url, width, height, format, bytes } = picture
      return { secure_url, public_id: `${pictureFolder}/${received.key}`, width, height, format, bytes }
    },
  }
}

const addressOf = ({ key }: Received, { width, height }: Made): PictureUrlParts => ({
  key,
  width,
  height,
  variant: width,
  format: 'webp',
})

function rowOf(
  { id, uploaderId }: Admitted,
  { bytes: received }: Received,
  { width, height, placeholder, files }: Made,
  url: string,
): queries.NewPicture {
  const format = 'webp'
  const bytes = files.find((file) => file.variant === width && file.format === format)?.bytes ?? 0
  return { id, uploader_id: uploaderId, url, width, height, format, bytes, received, placeholder }
}

const accountGone = () => new AppError('unauthenticated', signInRequired)

function tooMuch(seconds: number): AppError {
  const hours = Math.max(1, Math.ceil(seconds / 3600))
  const sentence = `You can upload up to ${mostMegabytesADay} MB of pictures a day. Please try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`
  return new AppError('rate_limited', sentence, undefined, { retryAfter: Math.max(60, seconds) })
}
