/** The rules of looking at pictures: a picture is seen by whoever sees a listing that it belongs to. */
import { notFound } from '../../../shared/errors.ts'
import { type PictureUrlParts, pictureUrl } from '../../../shared/picture.ts'
import { canEditListing, isAdmin, type Viewer } from '../../../shared/policy.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ImageStore, StoredFile } from '../../platform/storage/image-store.ts'
import { storageKey } from './files.ts'
import { findServed, type ServedPicture } from './queries.ts'
import { asStorageError } from './storage-error.ts'

export type OpenPicture = StoredFile & { isPublic: boolean }

export type Viewing = ReturnType<typeof createPictureServing>

export function createPictureServing(database: Database, store: ImageStore) {
  return {
    /** A file, for whoever may see it. Who asks is found out only when not everybody may. */
    async open(address: PictureUrlParts, whoAsks: () => Promise<Viewer | null>): Promise<OpenPicture> {
      const widest = pictureUrl({ ...address, variant: address.width, format: 'webp' })
      const served = await findServed(database, widest)
      if (!served) throw notFound('picture')
      if (!served.isPublic && !maySee(await whoAsks(), served)) throw notFound('picture')
      const file = await asStorageError(store.read(storageKey(address)))
      if (!file) throw notFound('picture')
      return { ...file, isPublic: served.isPublic }
    },
  }
}

/** Hidden listings are for their authors and admins, deleted ones for admins. */
const maySee = (viewer: Viewer | null, { hiddenOf }: ServedPicture) =>
  isAdmin(viewer) || hiddenOf.some((email) => canEditListing(viewer, { author: { email } }))
