import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { untilReady } from './postmaster.ts'

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
