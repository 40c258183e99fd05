import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { processorSeconds } from './processor-time.ts'

const burn = `const start = process.cpuUsage(); while (process.cpuUsage(start).user < 300_000);`

test('processor time includes children, also those that have exited', async () => {
  const before = await processorSeconds(process.pid)
  await once(spawn(process.execPath, ['--eval', burn]), 'exit')
  expect((await processorSeconds(process.pid)) - before).toBeGreaterThanOrEqual(0.25)
})

test('a process that does not exist has used none', async () => {
  expect(await processorSeconds(2 ** 30)).toBe(0)
})
