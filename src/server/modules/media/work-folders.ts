/** Where uploads lie while they are made ready: a folder for each, which goes with it. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const oldMs = 60 * 60_000

export async function openWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  return mkdtemp(join(parent, 'upload-'))
}

/** What cannot be removed now is removed as a leftover. */
export async function closeWorkFolder(folder: string) {
  await rm(folder, { recursive: true, force: true }).catch(() => {})
}

/** Removes what is left of uploads whose process died. */
export async function clearWorkFolders(parent: string) {
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - oldMs) await closeWorkFolder(folder)
  }
}
