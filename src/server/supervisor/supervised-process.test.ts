/** Supervises small programs instead of the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../test/support/site/silent-log.ts'
import { exitCodes } from '../config/start-error.ts'
import { createRestartPolicy } from '../platform/processes/restart-policy.ts'
import { type Program, superviseProcess } from './supervised-process.ts'

const works = `process.send('ready'); process.on('message', ({ type }) => type === 'retire' && process.exit(0))`
const failsToStart = `process.exit(${exitCodes.config})`
const crashes = `process.send('ready', () => process.exit(1))`

/** Supervises a program whose code can be replaced for its next start. */
async function supervise(code: string, options: Partial<Program> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-program-'))
  const file = join(folder, 'program.mjs')
  await writeFile(file, code)
  let starts = 0
  const start = () => {
    starts += 1
    return spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  }
  // Does not wait between restarts.
  const policy = { ...createRestartPolicy(), afterCrash: () => (starts > 5 ? null : 0) }
  const supervised = superviseProcess({ name: 'It', start, stopMs: 5000, ...options }, silentLog, policy)
  onTestFinished(async () => {
    await supervised.stop()
    await rm(folder, { recursive: true })
  })
  return { ...supervised, starts: () => starts, useNext: (next: string) => writeFile(file, next) }
}

test('replaces a process only once its successor works', async () => {
  const { ready, working, replace } = await supervise(works)
  await ready
  const old = working()
  const oldExit = old && once(old, 'exit')
  expect(await replace()).toBe(true)
  expect(await oldExit).toEqual([0, null])
  expect(working()).not.toBe(old)
  expect(working()?.exitCode).toBeNull()
})

test('keeps a process whose successor does not start', async () => {
  const { ready, working, replace, useNext } = await supervise(works)
  await ready
  const old = working()
  await useNext(failsToStart)
  expect(await replace()).toBe(false)
  expect(working()).toBe(old)
})

test('ends a process that has to run alone before its successor starts', async () => {
  const { ready, working, replace, starts } = await supervise(works, { alone: true })
  await ready
  let startsAtEnd = 0
  working()?.once('exit', () => {
    startsAtEnd = starts()
  })
  expect(await replace()).toBe(true)
  expect(startsAtEnd).toBe(1)
  expect(starts()).toBe(2)
  expect(working()?.exitCode).toBeNull()
})

test('a process that lingers is told to end, but nobody waits for it', async () => {
  const lingers = `process.send('ready'); process.on('message', () => {}); process.on('SIGTERM', () => process.exit(0))`
  const { ready, working, replace, stop } = await supervise(lingers, { lingers: true })
  await ready
  const old = working()
  const oldExit = old && once(old, 'exit')
  expect(await replace()).toBe(true)
  expect(working()).not.toBe(old)
  expect(old?.exitCode).toBeNull()
  await stop()
  expect(await oldExit).toEqual([0, null])
})

test('starts a process again that dies after it was replaced', async () => {
  const { ready, working, replace, starts } = await supervise(works)
  await ready
  await replace()
  const pid = working()?.pid
  working()?.kill('SIGKILL')
  await expect.poll(() => working()?.pid ?? pid).not.toBe(pid)
  expect(starts()).toBe(3)
})

test('gives up a process that keeps crashing when nothing else works', async () => {
  const { ended } = await supervise(crashes)
  expect(await ended).toEqual({
    exitCode: exitCodes.failure,
    message: expect.stringContaining('It exited with code 1, after it had been restarted five times'),
  })
})

test('does not give up a process that keeps crashing while others work', async () => {
  const { ended, starts } = await supervise(crashes, { othersWork: () => true })
  await expect.poll(starts).toBe(6)
  const outcome = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500, 'waits'))])
  expect(outcome).toBe('waits')
})

test('does not repeat a first start that fails, unless other processes have shown that it can succeed', async () => {
  const first = await supervise(failsToStart)
  expect(await first.ended).toEqual({ exitCode: exitCodes.config })
  const later = await supervise(failsToStart, { retryFirstStart: true })
  await expect.poll(later.starts).toBeGreaterThan(1)
})
