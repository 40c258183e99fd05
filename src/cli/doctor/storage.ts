import { randomBytes } from 'node:crypto'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../../server/config/environment.ts'
import { openBackupStore } from '../../server/modules/backup/stores.ts'
import { storeFile } from '../../server/modules/media/service.ts'
import { openPictureStorage, storageKeysOf } from '../../server/modules/media/storage.ts'
import { formatCount } from '../../shared/format.ts'
import { formatBytes } from '../../shared/format-amount.ts'
import { photoUrl } from '../../shared/profile-photo.ts'
import { type Findings, ok, problem, reasonOf, warning } from './check.ts'

/** Writes, reads, and removes a file, as an upload does. Without DATA_DIR, `checkDiskSpace` reports the problem. */
export async function checkStorage(config: Config): Promise<Findings> {
  if ((await deviceOf(config.dataDir)) === null) return []
  const place = config.storage ? `the bucket ${config.storage.name}` : join(config.dataDir, 'pictures')
  const [key = ''] = storageKeysOf(photoUrl({ key: randomBytes(16).toString('hex'), size: 'large' }))
  const content = randomBytes(64)
  try {
    const pictures = await openPictureStorage(config)
    await storeFile(pictures, key, content)
    const stored = await pictures.store.read(key)
    const isIntact = stored !== null && (await buffer(stored.stream)).equals(content)
    await pictures.store.remove(key)
    if (!isIntact) throw new Error('what was read is not what was written')
    return ok(`Pictures can be stored in ${place}, read, and removed.`)
  } catch (error) {
    return problem(
      `Pictures cannot be stored in ${place}: ${reasonOf(error)}`,
      config.storage
        ? 'Check STORAGE_URL. Its key must be allowed to list the bucket and to get, put, and delete objects.'
        : 'Make the folder writable for the user that runs Corkboard, and see that its disk is not full.',
    )
  }
}

/** Writes, reads, and deletes a file, and never creates the folder. */
export async function checkBackupFolder({
  backup: { folder },
  dataDir,
  production,
}: Pick<Config, 'backup' | 'dataDir' | 'production'>): Promise<Findings> {
  if (!folder) return []
  try {
    const store = await openBackupStore(folder)
    await store.check()
    const files = formatCount((await store.list()).length, 'file', 'files')
    const findings = [ok(`Backups can be stored in BACKUP_URL, which contains ${files}.`)]
    if (production && folder.kind === 'folder' && (await deviceOf(folder.path)) === (await deviceOf(dataDir)))
      findings.push(
        warning(
          `BACKUP_URL (${folder.path}) is on the same disk as DATA_DIR, or its own disk is not mounted.`,
          'Mount the disk of BACKUP_URL, or set BACKUP_URL to another disk or to a bucket.',
        ),
      )
    return findings
  } catch (error) {
    return [
      folder.kind === 'folder'
        ? problem(reasonOf(error), 'Check BACKUP_URL. Until then, no backups are made.')
        : problem(
            `The bucket of BACKUP_URL cannot be used: ${reasonOf(error)}`,
            'Check BACKUP_URL. Its key must be allowed to list the bucket and to get, put, and delete objects.',
          ),
    ]
  }
}

const deviceOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ dev }) => dev,
    () => null,
  )

const problemBytes = 500 * 1000 ** 2
const warningBytes = 5 * 1000 ** 3

type Space = { free: number; freeInodes: number }

async function readSpace(folder: string): Promise<Space> {
  const { bavail, bsize, ffree, files } = await statfs(folder)
  // Some file systems do not count inodes.
  return { free: bavail * bsize, freeInodes: files === 0 ? Number.POSITIVE_INFINITY : ffree }
}

export async function checkDiskSpace({ dataDir }: Config, read = readSpace): Promise<Findings> {
  if ((await deviceOf(dataDir)) === null)
    return problem(
      `The folder of DATA_DIR (${dataDir}) does not exist.`,
      'Run doctor with the settings of the server, or start the server, which creates the folder.',
    )
  const { free, freeInodes } = await read(dataDir)
  const message = `${formatBytes(free)} are free on the disk of ${dataDir}.`
  const fix = 'Delete what you do not need, move backups elsewhere, or enlarge the disk.'
  if (freeInodes < 10_000)
    return problem(`The disk of ${dataDir} has room for only ${freeInodes} more files.`, fix)
  if (free < problemBytes) return problem(`Only ${message}`, fix)
  if (free < warningBytes) return warning(`Only ${message}`, fix)
  return ok(message)
}
