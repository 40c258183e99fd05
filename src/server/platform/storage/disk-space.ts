/** Tells whether a disk is full before the operating system does, while there is still room to finish what has begun. */
import { statfs } from 'node:fs/promises'

/** Returns whether the disk of each folder has this many bytes left. A folder that cannot be checked does not count. */
export async function hasFreeSpace(folders: string[], minBytes: number): Promise<boolean> {
  const disks = await Promise.all(folders.map((folder) => statfs(folder).catch(() => null)))
  return disks.every((disk) => !disk || disk.bavail * disk.bsize >= minBytes)
}
