import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../../test/support/site/app.ts'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import type { Database } from './database.ts'
import { findRunningPublicUrl, registerServer, type SharedSettings } from './running-servers.ts'

let database: Database
beforeEach(async () => {
  ;({ database } = await createDatabase())
})

const settings = { SECRET: 'a hash', STORAGE_URL: 'pictures' }
async function start(different: SharedSettings = {}, publicUrl = 'http://localhost:3000') {
  const server = { settings: { ...settings, ...different }, publicUrl }
  const registration = await registerServer(database, server, silentLog)
  onTestFinished(() => registration.stop())
  return registration
}

test('servers with the same settings run on one database', async () => {
  await Promise.all([start(), start(), start()])
})

test('a server with another secret or other storage does not start beside a running one', async () => {
  await start()
  await expect(start({ SECRET: 'another hash' })).rejects.toThrow(/has a different SECRET\. All servers/)
  await expect(start({ SECRET: 'x', STORAGE_URL: 'x' })).rejects.toThrow('a different SECRET and STORAGE_URL')
})

test('only one of two servers with different settings starts when both start at once', async () => {
  const outcomes = await Promise.allSettled([start(), start({ SECRET: 'another hash' })])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('other settings are fine once the other servers have stopped or disappeared', async () => {
  const first = await start()
  await first.stop()
  await start({ SECRET: 'another hash' })
  await sql`update running_server set seen = seen - interval '2 minutes'`.execute(database.kysely)
  await start({ SECRET: 'a third hash' })
})

test('commands know the public URL of the server that started last, while it runs', async () => {
  expect(await findRunningPublicUrl(database)).toBeNull()
  await start()
  const last = await start({}, 'https://board.example')
  expect(await findRunningPublicUrl(database)).toBe('https://board.example')
  await last.stop()
  expect(await findRunningPublicUrl(database)).toBe('http://localhost:3000')
  await sql`update running_server set seen = seen - interval '2 minutes'`.execute(database.kysely)
  expect(await findRunningPublicUrl(database)).toBeNull()
})
