/** Deletes unused pictures: first they stop being served, then their files are removed, and finally their rows. */
import { delayBackups } from '../../platform/database/backup-lock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobModule } from '../../platform/module.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import * as queries from './queries.ts'
import { deleteStaleWorkFolders, type PictureStorage, removeFiles } from './storage.ts'

type Options = { database: Database; pictures: PictureStorage }

export const mediaJobs = ({ database, pictures }: Options): JobModule => ({
  jobs: {
    delete_unused_pictures: {
      run: () => deleteUnusedPictures({ database, ...pictures }),
      schedule: '37 * * * *',
    },
  },
})

type CleanupOptions = { database: Database; store: ImageStore; workFolder: string }

/** Throws when some files could not be removed; the next run tries again. Removes none while a backup may read them. */
export async function deleteUnusedPictures({ database, store, workFolder }: CleanupOptions): Promise<void> {
  await deleteStaleWorkFolders(workFolder)
  await queries.markUnusedForDeletion(database)
  const failures: unknown[] = []
  for (const picture of await queries.listPendingDeletion(database))
    await deleteFiles(database, store, picture).catch((error: unknown) => failures.push(error))
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
