/** Removes pictures that nobody uses: first they are there for nobody, then their files go, and their row goes last. */
import type { Database } from '../../platform/database/database.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { removeFiles } from './files.ts'
import * as queries from './queries.ts'
import { clearWorkFolders } from './work-folders.ts'

const batch = 100

type Parts = { database: Database; store: ImageStore; workFolder: string }

/** Throws when some files could not be removed: they are tried again. */
export async function deleteUnusedPictures({ database, store, workFolder }: Parts): Promise<void> {
  await clearWorkFolders(workFolder)
  await queries.doomUnused(database)
  const failures: unknown[] = []
  let last = ''
  for (;;) {
    const pendingDeletion = await queries.listDoomed(database, last, batch)
    for (const { id, url } of pendingDeletion) {
      try {
        await removeFiles(store, url)
        await queries.deleteDoomed(database, id)
      } catch (error) {
        failures.push(error)
      }
    }
    last = pendingDeletion.at(-1)?.id ?? ''
    if (pendingDeletion.length < batch) break
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some pictures could not be removed.')
}
