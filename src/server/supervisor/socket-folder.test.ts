import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartError } from '../config/start-error.ts'
import { createSocketFolder } from './socket-folder.ts'

async function create(temporary?: string) {
  const folder = await createSocketFolder(temporary)
  onTestFinished(folder.remove)
  return folder
}

test('only this user can open the folder, and it is gone afterwards', async () => {
  const { path, remove } = await create()
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  await remove()
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('two sites have different folders', async () => {
  expect((await create()).path).not.toBe((await create()).path)
})

test('a path that is too long for a socket is replaced', async () => {
  const long = await mkdtemp(join(tmpdir(), `${'long-'.repeat(30)}`))
  onTestFinished(() => rm(long, { recursive: true }))
  const { path } = await create(long)
  expect(path.length).toBeLessThan(80)
})

test('says what to do if there is no folder for temporary files', async () => {
  const failure = await createSocketFolder('/nowhere').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  expect(String(failure)).toContain('Set TMPDIR')
})
