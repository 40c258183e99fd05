/** Where tests put databases. */
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** In bytes. A run takes a fifth of it at most. */
const roomInMemory = 3 * 1024 ** 3

/**
 * Returns a folder in memory, or on disk without enough memory. Every test file creates and drops databases of 800 files, which
 * takes several times as long on ext4: it does not reuse an inode for seconds, so each new file searches those of dropped ones.
 */
export async function memoryFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }))
  return Math.min(bavail * bsize, process.availableMemory()) > roomInMemory ? inMemory : tmpdir()
}
