import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { measure } from './load-test.ts'

const seconds = 1
const pathsInAdvance = 3_000

/** Responds to a few hundred requests a second, also while this thread is busy. */
const server = `
  const server = require('node:http').createServer((_, response) => setTimeout(() => response.end('ok'), 2))
  server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port))
`

test('a load test has a result although requested paths arrive after its end', async () => {
  const worker = new Worker(server, { eval: true })
  const [port] = await once(worker, 'message')
  let drawn = 0
  let busyUntil = 0
  const { failures, rate } = await measure(
    'late paths',
    `http://127.0.0.1:${port}`,
    () => {
      drawn += 1
      if (drawn > pathsInAdvance) busyUntil ||= performance.now() + seconds * 1_500
      while (performance.now() < busyUntil);
      return `/${drawn}`
    },
    seconds,
    { connections: 1 },
  )
  expect(failures).toBe(0)
  expect(rate).toBeGreaterThan(0)
  await worker.terminate()
})
