import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { siteSecret } from './secret.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'corkboard-secret-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
})

test('returns SECRET without writing a file', async () => {
  expect(await siteSecret({ secret: 'set', dataDir })).toBe('set')
  expect(await readdir(dataDir)).toEqual([])
})

test('creates a long secret once, readable by this user only', async () => {
  const folder = join(dataDir, 'new')
  const secrets = await Promise.all([1, 2, 3].map(() => siteSecret({ secret: null, dataDir: folder })))
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(new Set([...secrets, await siteSecret({ secret: null, dataDir: folder })]).size).toBe(1)
  expect(await readdir(folder)).toEqual(['secret'])
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
})
