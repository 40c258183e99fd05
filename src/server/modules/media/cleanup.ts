/** Deletes unused pictures: first they stop being served, then their files are removed, and finally their rows. */
import type { Database } from '../../platform/database/database.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import * as queries from './queries.ts'
import { deleteStaleWorkFolders, removeFiles } from './storage.ts'

const batchSize = 100

type CleanupOptions = { database: Database; store: ImageStore; workFolder: string }

/** Throws when some files could not be removed; the next run tries them again. */
export async function deleteUnusedPictures({ database, store, workFolder }: CleanupOptions): Promise<void> {
  await deleteStaleWorkFolders(workFolder)
  await queries.markUnusedForDeletion(database)
  const failures: unknown[] = []
  let lastId = ''
  for (;;) {
    const batch = await queries.listPendingDeletion(database, lastId, batchSize)
    for (const { id, url } of batch) {
      try {
        await removeFiles(store, url)
        await queries.deletePicture(database, id)
      } catch (error) {
        failures.push(error)
      }
    }
    lastId = batch.at(-1)?.id ?? ''
    if (batch.length < batchSize) break
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some pictures could not be removed.')
}
