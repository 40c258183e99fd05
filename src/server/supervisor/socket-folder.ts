/** The folder in which the processes of one site find each other's sockets. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../config/start-error.ts'

export type SocketFolder = Awaited<ReturnType<typeof createSocketFolder>>

/** Systems allow 104 or 108 bytes for the path of a socket. Its name in the folder takes up to 20. */
const maxPathBytes = 80

/**
 * Creates a folder that only this user can open: who can connect to a socket in it can search without a limit. It is not in
 * DATA_DIR, which may be on a file system without sockets, and whose path may be too long. Throws a StartError.
 */
export async function createSocketFolder(temporary: string = tmpdir()) {
  const prefix = join(Buffer.byteLength(temporary) > maxPathBytes - 20 ? '/tmp' : temporary, 'corkboard-')
  // mkdtemp creates it with mode 0700.
  const path = await mkdtemp(prefix).catch((cause: Error) => {
    throw new StartError(
      `The folder for temporary files cannot be used: ${cause.message}. Set TMPDIR to one that this user can write to.`,
      { cause },
    )
  })
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
