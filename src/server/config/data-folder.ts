/** The data folder: creates it, and says what is wrong if it cannot be used. */
import { access, chmod, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from './start-error.ts'

/** Returns the real path of the data folder. Creates it if necessary, readable by this user only. Throws a StartError. */
export async function openDataFolder(dataDir: string): Promise<string> {
  try {
    await createFolder(dataDir)
    const folder = await realpath(dataDir)
    const { mode, uid } = await stat(folder)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const permissions = mode & 0o777
    // The embedded database sets 0711, with which PostgreSQL's user can reach its cluster.
    if (uid === process.getuid?.() && permissions !== 0o700 && permissions !== 0o711)
      await chmod(folder, 0o700)
    return folder
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const reason = reasons[code] ?? `cannot be used (${message})`
    throw new StartError(
      `The data folder ${dataDir} ${reason}. Set DATA_DIR to a folder that this user can write to.`,
      { cause: error },
    )
  }
}

const reasons: Record<string, string> = {
  EACCES: 'belongs to another user, or its parent folder does',
  EPERM: 'belongs to another user, or its parent folder does',
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'is inside a file, not inside a folder',
  EROFS: 'is on a read-only file system',
  ENOENT: 'cannot be created there',
  ENOSPC: 'cannot be created because the disk is full',
  ELOOP: 'is a symbolic link to itself',
}

/** Creates a folder and its parents. Node's own recursive mkdir never returns for a path such as /proc/none. */
async function createFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await createFolder(dirname(path))
    await mkdir(path, { mode: 0o700 })
  }
}
