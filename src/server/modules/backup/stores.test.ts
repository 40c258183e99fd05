import { randomBytes } from 'node:crypto'
import { chmod, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../../test/support/data/backups.ts'
import { startBucketServer } from '../../../../test/support/site/bucket-server.ts'
import { type BackupStore, openBackupStore } from './stores.ts'

/** Two parts of an upload, and three of a download. */
const content = randomBytes(17 * 1024 * 1024)
const streamOf = (bytes: Buffer) =>
  Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)], { objectMode: false })
async function* failing() {
  yield content
  throw new Error('The database is gone.')
}

async function openFolder() {
  const path = await temporaryFolder()
  const store = await openBackupStore({ kind: 'folder', path })
  return { store, files: () => readdir(path), place: `${path}/name.tar.zst` }
}

async function openBucket() {
  const server = await startBucketServer()
  onTestFinished(() => server.close())
  const store = await openBackupStore({ kind: 'bucket', bucket: server.bucket })
  return { store, files: server.keys, place: 's3://pictures/board/name.tar.zst' }
}

describe.each([
  ['folder', openFolder],
  ['bucket', openBucket],
])('a %s', (_name, open) => {
  let store: BackupStore
  let files: () => Promise<string[]>
  let place: string
  beforeEach(async () => {
    ;({ store, files, place } = await open())
  })

  test('returns what was written, and lists and removes it', async () => {
    expect(await store.write('name.tar.zst', streamOf(content))).toBe(content.length)
    expect((await buffer(await store.read('name.tar.zst'))).equals(content)).toBe(true)
    expect(await store.list()).toEqual(['name.tar.zst'])
    expect(store.locate('name.tar.zst')).toBe(place)
    await store.remove('name.tar.zst')
    expect(await store.list()).toEqual([])
  })

  test('contains nothing after a failure', async () => {
    await expect(store.write('name.tar.zst', Readable.from(failing()))).rejects.toThrow(
      'The database is gone.',
    )
    expect(await files()).toEqual([])
  })

  test('is checked without leaving anything', async () => {
    await store.check()
    expect(await files()).toEqual([])
  })

  test('does not replace a file', async () => {
    await store.write('name.tar.zst', streamOf(Buffer.from('first')))
    await expect(store.write('name.tar.zst', streamOf(content))).rejects.toThrow('already exists')
    expect((await buffer(await store.read('name.tar.zst'))).toString()).toBe('first')
  })

  test('says which file does not exist', async () => {
    await expect(store.read('name.tar.zst')).rejects.toThrow(`There is no backup at ${place}.`)
  })
})

test('a folder that does not exist is not created', async () => {
  const path = join(await temporaryFolder(), 'not-mounted')
  const store = await openBackupStore({ kind: 'folder', path })
  const message = `The backup folder ${path} does not exist. Mount its disk, or create the folder.`
  for (const attempt of [store.check, store.list, () => store.write('name.tar.zst', streamOf(content))])
    await expect(attempt()).rejects.toThrow(message)
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test.skipIf(process.getuid?.() === 0)('a folder of another user is refused with a sentence', async () => {
  const path = await temporaryFolder()
  await chmod(path, 0o500)
  const store = await openBackupStore({ kind: 'folder', path })
  const message = `Backups cannot be stored in ${path}: this user may not write there.`
  await expect(store.check()).rejects.toThrow(message)
  await expect(store.write('name.tar.zst', streamOf(content))).rejects.toThrow(message)
  await chmod(path, 0o700)
})

test('only the user may read a file, and parts of killed backups are deleted after a day', async () => {
  const path = await temporaryFolder()
  const store = await openBackupStore({ kind: 'folder', path })
  const part = 'old.tar.zst.part-6f0c9a1e-0000-4000-8000-000000000000'
  await writeFile(join(path, part), 'half an archive')
  await store.write('one.tar.zst', streamOf(content))
  expect((await stat(join(path, 'one.tar.zst'))).mode & 0o777).toBe(0o600)
  expect(await readdir(path)).toContain(part)
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60
  await utimes(join(path, part), twoDaysAgo, twoDaysAgo)
  await store.write('two.tar.zst', streamOf(content))
  expect(await readdir(path)).toEqual(['one.tar.zst', 'two.tar.zst'])
})
