import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { chooseSharedBuffers, untilReady } from './postmaster.ts'

// After `kill -9` of a container, the next start has the same process ids.
test('the file of a killed server with the same process id does not make the new one ready', async () => {
  const cluster = await mkdtemp(join(tmpdir(), 'corkboard-pid-file-'))
  onTestFinished(() => rm(cluster, { recursive: true }))
  const write = (port: number) =>
    writeFile(
      join(cluster, 'postmaster.pid'),
      ['48', cluster, '1700000000', port, '', '127.0.0.1', '', 'ready   '].join('\n'),
    )
  await write(15_001)
  let isReady = false
  const ready = untilReady({ pid: 48, port: 15_002, exited: new Promise(() => {}) }, cluster).then(() => {
    isReady = true
  })
  await delay(100)
  expect(isReady).toBe(false)
  await write(15_002)
  await ready
})

test('a server whose start never ends is given up', async () => {
  const cluster = await mkdtemp(join(tmpdir(), 'corkboard-pid-file-'))
  onTestFinished(() => rm(cluster, { recursive: true }))
  const server = { pid: 48, port: 15_001, exited: new Promise<string>(() => {}) }
  await expect(untilReady(server, cluster, 50)).rejects.toThrow('PostgreSQL did not start within')
})

test('the cache is sized for the data, between 128 MB and an eighth of the memory', async () => {
  const cluster = await mkdtemp(join(tmpdir(), 'corkboard-cluster-'))
  onTestFinished(() => rm(cluster, { recursive: true }))
  const table = join(cluster, 'base', '5', '16384')
  await mkdir(join(cluster, 'base', '5'), { recursive: true })
  await writeFile(table, '')
  expect(await chooseSharedBuffers(cluster)).toBe(128)
  await truncate(table, 100 * 2 ** 20)
  const most = Math.max(
    128,
    Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 23),
  )
  expect(await chooseSharedBuffers(cluster)).toBe(Math.min(200, most))
})
