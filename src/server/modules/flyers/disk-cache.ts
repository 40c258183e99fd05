/**
 * Drawn files kept on disk for as long as they are likely to be asked for again: each can be drawn anew, so they are
 * bounded in number and age. An owner has one file; a newer one takes its place.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Some 400 MB at most: 256 folders, of pictures of some 80 kB. */
const mostInFolder = 20
const oldestMs = 7 * 24 * 60 * 60_000

export type KeptFiles = {
  /** Null when there is none with this tag. */
  read: (owner: string, tag: string) => Promise<Buffer | null>
  put: (owner: string, tag: string, content: Buffer) => Promise<void>
}

export function createDiskCache(folder: string): KeptFiles {
  const folderOf = (owner: string) =>
    join(folder, createHash('sha256').update(owner).digest('hex').slice(0, 2))
  const nameOf = (owner: string, tag: string) => `${owner}.${tag}.jpg`
  return {
    read: (owner, tag) => readFile(join(folderOf(owner), nameOf(owner, tag))).catch(() => null),
    async put(owner, tag, content) {
      const within = folderOf(owner)
      await mkdir(within, { recursive: true })
      const half = join(within, `${randomBytes(8).toString('hex')}.half`)
      await writeFile(half, content)
      await rename(half, join(within, nameOf(owner, tag)))
      await makeRoom(within, (name) => name.startsWith(`${owner}.`) && name !== nameOf(owner, tag))
    },
  }
}

/** Removes what is replaced, and of the rest the oldest. */
async function makeRoom(folder: string, isReplaced: (name: string) => boolean) {
  const files = await filesIn(folder)
  const rest = files.filter(({ name }) => !isReplaced(name)).toSorted((one, other) => other.drawn - one.drawn)
  const tooMany = rest.slice(mostInFolder)
  await Promise.all(
    [...files.filter(({ name }) => isReplaced(name)), ...tooMany].map(({ path }) =>
      rm(path, { force: true }),
    ),
  )
}

/** Removes what was drawn over a week ago: of a listing that is gone, nothing is left then. */
export async function deleteExpiredFiles(folder: string, now = Date.now()) {
  for (const name of await readdir(folder).catch(() => [])) {
    const files = await filesIn(join(folder, name))
    const old = files.filter(({ drawn }) => drawn < now - oldestMs)
    await Promise.all(old.map(({ path }) => rm(path, { force: true })))
  }
}

async function filesIn(folder: string) {
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      // One that another process has just removed is as good as old.
      const drawn = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      )
      return { name, path, drawn }
    }),
  )
}
