/** The disk reports errors when PostgreSQL flushes: nothing acknowledged is lost, and the site recovers by itself. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { waitFor } from '../support/checks/emails.ts'
import { postOf } from '../support/data/posts.ts'
import { NoAnswerError, newKey, request } from './support/client.ts'
import { startFaultySite, untilServing } from './support/faulty-site.ts'
import { treeOf } from './support/processes.ts'
import { report } from './support/report.ts'

const faultMs = 3000
const maxRecoveryMs = 30_000

test('X9: after errors of fsync, PostgreSQL restarts and everything acknowledged is there', async (context) => {
  if (spawnSync('strace', ['-V']).status !== 0) context.skip('strace is not installed.')
  const site = await startFaultySite()
  const { cookie } = await site.signIn()
  const acknowledged: string[] = []
  let stopping = false
  const posting = (async () => {
    for (let count = 0; !stopping; count += 1) {
      const title = `Post number ${count}`
      const reply = await request(site, '/api/services', {
        method: 'POST',
        cookie,
        headers: newKey(),
        body: postOf('service', { title }),
      }).catch((error: unknown) => {
        if (error instanceof NoAnswerError) return null
        throw error
      })
      if (reply?.status === 201) acknowledged.push(title)
      else expect(reply?.status ?? 503).toBe(503)
      await delay(20)
    }
  })()
  await waitFor('the first posts', async () => (acknowledged.length > 5 ? true : undefined))

  const stopFault = await failFlushes(await site.postmaster())
  await delay(faultMs)
  await stopFault()
  const endedAt = performance.now()
  const deadline = Date.now() + maxRecoveryMs
  let recovery: number | null = null
  while (recovery === null) {
    recovery = await untilServing(site, endedAt).catch((error: unknown) => {
      if (Date.now() > deadline) throw error
      return null
    })
  }
  stopping = true
  await posting
  expect(recovery).toBeLessThan(maxRecoveryMs)

  const { rows } = await site.withDatabase(({ kysely }) =>
    sql<{ title: string }>`select title from listing`.execute(kysely),
  )
  const stored = rows.map(({ title }) => title)
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored).toEqual(expect.arrayContaining(acknowledged))
  report('fsync errors', { acknowledged: acknowledged.length, recovery })
})

/** Fails every flush of a PostgreSQL server and all its processes with EIO. Returns a function that stops it. */
async function failFlushes(postmaster: number): Promise<() => Promise<void>> {
  const inject = 'inject=fsync,fdatasync,sync_file_range:error=EIO'
  const pids = (await treeOf(postmaster)).flatMap((pid) => ['-p', String(pid)])
  const strace = spawn('strace', ['-f', '-qq', '-e', 'trace=fsync,fdatasync', '-e', inject, ...pids], {
    stdio: 'ignore',
  })
  const exited = once(strace, 'exit')
  return async () => {
    strace.kill('SIGINT')
    await exited
  }
}
