/** Whether pictures and backups can be stored, and how much room is left. */
import { randomBytes } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BackupSettings } from '../../server/config/backup-settings.ts'
import type { Config } from '../../server/config/environment.ts'
import { openBackupStore } from '../../server/modules/backup/stores.ts'
import { restoreFile } from '../../server/modules/media/service.ts'
import { openPictureStorage, storageKeysOf } from '../../server/modules/media/storage.ts'
import { formatBytes } from '../../shared/format-amount.ts'
import { photoUrl } from '../../shared/profile-photo.ts'
import { type Finding, ok, problem, reasonOf, warning } from './check.ts'

/** Writes, reads, and removes a file, as an upload does. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const place = config.storage ? `the bucket ${config.storage.name}` : join(config.dataDir, 'pictures')
  const [key = ''] = storageKeysOf(photoUrl({ key: randomBytes(16).toString('hex'), size: 'large' }))
  const content = randomBytes(64)
  try {
    const pictures = await openPictureStorage(config)
    await restoreFile(pictures, key, content)
    const stored = await pictures.store.read(key)
    const isIntact = stored !== null && (await buffer(stored.stream)).equals(content)
    await pictures.store.remove(key)
    if (!isIntact) throw new Error('what was read is not what was written')
    return [ok(`Pictures can be stored in ${place}, read, and removed.`)]
  } catch (error) {
    return [
      problem(
        `Pictures cannot be stored in ${place}: ${reasonOf(error)}`,
        config.storage
          ? 'Check STORAGE_URL. Its key must be allowed to list the bucket and to get, put, and delete objects.'
          : 'Make the folder writable for the user that runs Corkboard, and see that its disk is not full.',
      ),
    ]
  }
}

export async function checkBackupFolder({ folder }: BackupSettings): Promise<Finding[]> {
  if (!folder) return []
  try {
    const names = await (await openBackupStore(folder)).list()
    return [ok(`BACKUP_URL is reachable and contains ${names.length} files.`)]
  } catch (error) {
    return [
      problem(`BACKUP_URL cannot be read: ${reasonOf(error)}`, 'Check BACKUP_URL and the rights of its key.'),
    ]
  }
}

const problemBytes = 500 * 1000 ** 2
const warningBytes = 5 * 1000 ** 3

type Space = { free: number; freeInodes: number }

/** Returns the free space of the file system that contains this folder. */
async function readSpace(folder: string): Promise<Space> {
  const { bavail, bsize, ffree, files } = await statfs(folder)
  // Some file systems do not count inodes.
  return { free: bavail * bsize, freeInodes: files === 0 ? Number.POSITIVE_INFINITY : ffree }
}

export async function checkDiskSpace({ dataDir }: Config, read = readSpace): Promise<Finding[]> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { free, freeInodes } = await read(dataDir)
  const message = `${formatBytes(free)} are free on the disk of ${dataDir}.`
  const fix = 'Delete what you do not need, move backups elsewhere, or enlarge the disk.'
  if (freeInodes < 10_000)
    return [problem(`The disk of ${dataDir} has room for only ${freeInodes} more files.`, fix)]
  if (free < problemBytes) return [problem(`Only ${message}`, fix)]
  if (free < warningBytes) return [warning(`Only ${message}`, fix)]
  return [ok(message)]
}
