/** A cache of drawn files on disk, bounded in number and age. A new version of a file replaces the old one. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { retentionDays } from '../../../shared/limits.ts'

/** About 400 MB in total: 256 folders of files of about 80 kB. */
const maxFilesPerFolder = 20
const maxAgeMs = retentionDays.sharePictures * 24 * 60 * 60_000

export type DiskCache = {
  /** Returns null if there is no file with this etag. */
  get: (key: string, etag: string) => Promise<Buffer | null>
  set: (key: string, etag: string, content: Buffer) => Promise<void>
}

export function createDiskCache(root: string): DiskCache {
  const folderOf = (key: string) => join(root, createHash('sha256').update(key).digest('hex').slice(0, 2))
  const nameOf = (key: string, etag: string) => `${key}.${etag}.jpg`
  return {
    get: (key, etag) => readFile(join(folderOf(key), nameOf(key, etag))).catch(() => null),
    async set(key, etag, content) {
      const folder = folderOf(key)
      await mkdir(folder, { recursive: true })
      const tempFile = join(folder, `${randomBytes(8).toString('hex')}.tmp`)
      await writeFile(tempFile, content)
      await rename(tempFile, join(folder, nameOf(key, etag)))
      await evict(folder, (name) => name.startsWith(`${key}.`) && name !== nameOf(key, etag))
    },
  }
}

/** Removes replaced files, and the oldest of the others. */
async function evict(folder: string, isReplaced: (name: string) => boolean) {
  const files = await listFiles(folder)
  const current = files.filter(({ name }) => !isReplaced(name)).toSorted((a, b) => b.modified - a.modified)
  const excess = current.slice(maxFilesPerFolder)
  const replaced = files.filter(({ name }) => isReplaced(name))
  await Promise.all([...replaced, ...excess].map(({ path }) => rm(path, { force: true })))
}

/** Deletes files older than a week, so that nothing remains of deleted listings. */
export async function deleteExpiredFiles(root: string, now = Date.now()) {
  for (const name of await readdir(root).catch(() => [])) {
    const files = await listFiles(join(root, name))
    const expired = files.filter(({ modified }) => modified < now - maxAgeMs)
    await Promise.all(expired.map(({ path }) => rm(path, { force: true })))
  }
}

async function listFiles(folder: string) {
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      // A file that another process has just removed counts as old.
      const modified = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      )
      return { name, path, modified }
    }),
  )
}
