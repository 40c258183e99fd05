import { chmod, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDataFolder } from './data-folder.ts'
import { StartError } from './start-error.ts'

const isRoot = process.getuid?.() === 0

let temp: string
beforeEach(async () => {
  temp = await realpath(await mkdtemp(join(tmpdir(), 'corkboard-folder-')))
  onTestFinished(() => rm(temp, { recursive: true, force: true }))
})

async function rejectionOf(path: string): Promise<string> {
  const error = await openDataFolder(path).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartError)
  return error instanceof Error ? error.message : ''
}

test('creates the folder and its parents for this user only', async () => {
  const folder = join(temp, 'a', 'b')
  expect(await openDataFolder(folder)).toBe(folder)
  expect(await openDataFolder(folder)).toBe(folder)
  for (const path of [folder, join(temp, 'a')]) expect((await stat(path)).mode & 0o777).toBe(0o700)
})

test('returns the real path of a link', async () => {
  await mkdir(join(temp, 'real'))
  await symlink(join(temp, 'real'), join(temp, 'link'))
  expect(await openDataFolder(join(temp, 'link'))).toBe(join(temp, 'real'))
})

test('says that there is a file in its place or in its path', async () => {
  const file = join(temp, 'file')
  await writeFile(file, '')
  expect(await rejectionOf(file)).toBe(
    `The data folder ${file} is a file, not a folder. Set DATA_DIR to a folder that this user can write to.`,
  )
  expect(await rejectionOf(join(file, 'data'))).toContain('is inside a file')
})

test.runIf(process.platform === 'linux')('does not hang where no folder can be created', async () => {
  expect(await rejectionOf('/proc/none')).toContain('cannot be created there')
  expect(await rejectionOf('/proc/none/data')).toContain('cannot be created there')
})

test.skipIf(isRoot)('says that the folder belongs to another user', async () => {
  await chmod(temp, 0o500)
  expect(await rejectionOf(join(temp, 'data'))).toContain('belongs to another user')
  await chmod(temp, 0o700)
})
