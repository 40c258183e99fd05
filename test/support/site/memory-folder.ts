/** Where tests put databases and files. */
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
/** In bytes. A run takes a fifth of it at most. */
const roomInMemory = 3 * 1024 ** 3

/**
 * Creates the folder of a test run, in which `memoryFolder` is from now on, also in processes that this one starts. Returns what deletes
 * it: a file whose tests are all skipped, or a worker that is killed, cleans nothing up.
 */
export async function openRunFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await memoryFolder(), 'corkboard-run-'))
  // PostgreSQL runs as another user for root, and would move its data to a folder that this user can reach.
  await chmod(folder, 0o711)
  process.env.TEST_FOLDER = folder
  // A process that ends meanwhile may still write a file into it.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/**
 * Returns a folder in memory, or on disk without enough memory. Every test file creates and drops databases of 800 files, which
 * takes several times as long on ext4: it does not reuse an inode for seconds, so each new file searches those of dropped ones.
 */
export async function memoryFolder(): Promise<string> {
  if (process.env.TEST_FOLDER) return process.env.TEST_FOLDER
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }))
  return Math.min(bavail * bsize, process.availableMemory()) > roomInMemory ? inMemory : tmpdir()
}
