/** Deletes unused pictures: first they stop being served, then their files are removed, and finally their rows. */
import { delayBackups } from '../../platform/database/backup-lock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import * as queries from './queries.ts'
import { deleteStaleWorkFolders, removeFiles } from './storage.ts'

const batchSize = 100

type CleanupOptions = { database: Database; store: ImageStore; workFolder: string }

/**
 * Throws when some files could not be removed; the next run tries them again. Removes no files while a backup runs, which
 * may be about to read them.
 */
export async function deleteUnusedPictures({ database, store, workFolder }: CleanupOptions): Promise<void> {
  await deleteStaleWorkFolders(workFolder)
  await queries.markUnusedForDeletion(database)
  const failures: unknown[] = []
  let lastId = ''
  for (;;) {
    const batch = await queries.listPendingDeletion(database, lastId, batchSize)
    for (const { id, url } of batch) {
      try {
        await deleteFiles(database, store, { id, url })
      } catch (error) {
        failures.push(error)
      }
    }
    lastId = batch.at(-1)?.id ?? ''
    if (batch.length < batchSize) break
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some pictures could not be removed.')
}

/** Leaves the picture for a later run if a backup is running. */
function deleteFiles({ kysely }: Database, store: ImageStore, { id, url }: { id: string; url: string }) {
  return kysely.transaction().execute(async (tx) => {
    if (!(await delayBackups(tx))) return
    await removeFiles(store, url)
    await queries.deletePicture(tx, id)
  })
}
