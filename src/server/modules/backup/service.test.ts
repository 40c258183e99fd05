import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser, send, startSession } from '../../../../test/support/data/accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { Overview } from '../../../shared/moderation.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { recordRun } from './history.ts'
import { createBackupStatus, lastDueTime } from './service.ts'

let site: TestApp
let cookie: string
beforeAll(async () => {
  site = await createTestApp(undefined, { realSessions: true })
  await createUser(site.database, { email: 'admin@example.com', isAdmin: true })
  cookie = await startSession(site, 'admin@example.com')
})
beforeEach(() => site.database.kysely.deleteFrom('backup_run').execute())

const run = (started: string, error = '') =>
  recordRun(site.database, {
    started: new Date(started),
    location: '/mnt/site.tar.zst',
    scheduled: true,
    encrypted: true,
    bytes: error ? null : 1_400_000_000,
    error,
  })

const config = { folder: { kind: 'folder', path: '/mnt' } } as const
const statusAt = (
  now: string,
  { given = config as Parameters<typeof createBackupStatus>[1], backupSchedule = '0 3 * * *' } = {},
) =>
  createBackupStatus(
    site.database,
    given,
    () => ({ ...defaultSettings, backupSchedule }),
    () => new Date(now),
  )()

describe('with a backup every night', () => {
  test.each<[string, string[], string, string]>([
    ['none before the first one', [], '2026-11-20T12:00:00Z', 'none'],
    ['ok after last night', ['2026-11-20T03:00:05Z'], '2026-11-20T12:00:00Z', 'ok'],
    ['ok while the next one runs', ['2026-11-19T03:00:05Z'], '2026-11-20T05:59:00Z', 'ok'],
    ['overdue when it has not come by then', ['2026-11-19T03:00:05Z'], '2026-11-20T06:01:00Z', 'overdue'],
  ])('%s', async (_name, successes, now, state) => {
    for (const success of successes) await run(success)
    expect(await statusAt(now)).toMatchObject({ state, failure: null })
  })

  test('a failure counts until a backup succeeds', async () => {
    await run('2026-11-18T03:00:00Z')
    await run('2026-11-19T03:00:00Z', 'No space left on device')
    expect(await statusAt('2026-11-19T12:00:00Z')).toEqual({
      state: 'failed',
      last: { at: '2026-11-18T03:00:00.000Z', bytes: 1_400_000_000, encrypted: true },
      failure: { at: '2026-11-19T03:00:00.000Z', error: 'No space left on device' },
    })
    await run('2026-11-19T04:00:00Z')
    expect(await statusAt('2026-11-19T12:00:00Z')).toMatchObject({ state: 'ok', failure: null })
  })
})

test.each([
  ['no folder', { given: { folder: null } }],
  ['no schedule', { backupSchedule: 'off' }],
])('with %s, backups by hand count and are never overdue', async (_name, settings) => {
  expect(await statusAt('2026-11-20T12:00:00Z', settings)).toMatchObject({ state: 'off', last: null })
  await run('2020-01-01T03:00:00Z')
  expect(await statusAt('2026-11-20T12:00:00Z', settings)).toMatchObject({ state: 'ok' })
})

test('the latest success is kept, however many failures follow', async () => {
  await run('2026-01-01T03:00:00Z')
  for (let n = 0; n < 210; n += 1) await run(`2026-02-01T03:00:00Z`, 'unreachable')
  expect((await statusAt('2026-11-20T12:00:00Z')).last).not.toBeNull()
  const { length } = await site.database.kysely.selectFrom('backup_run').select('id').execute()
  expect(length).toBeLessThanOrEqual(201)
})

test.each([
  ['0 3 * * *', '2026-11-20T02:59:59Z', '2026-11-19T03:00:00.000Z'],
  ['0 3 * * *', '2026-11-20T03:00:00Z', '2026-11-20T03:00:00.000Z'],
  ['30 1 * * 0', '2026-11-20T12:00:00Z', '2026-11-15T01:30:00.000Z'],
  ['0 0 1 * *', '2026-11-20T12:00:00Z', '2026-11-01T00:00:00.000Z'],
  ['*/15 * * * *', '2026-11-20T12:44:00Z', '2026-11-20T12:30:00.000Z'],
])('%s was last due before %s at %s', (schedule, now, due) => {
  expect(lastDueTime(schedule, new Date(now))?.toISOString()).toBe(due)
})

test('the dashboard shows the age and size of the last backup, and what failed', async () => {
  const overview = async () =>
    (await send<Overview>(site, 'GET', '/moderation/overview', { cookie })).body.backup
  const page = async () => (await site.app.http.inject({ url: '/admin', headers: { cookie } })).body
  expect(await overview()).toEqual({ state: 'off', last: null, failure: null })
  expect(await page()).toContain('No backups.')
  await run(new Date(Date.now() - 3 * 60 * 60_000).toISOString())
  expect(await overview()).toMatchObject({ state: 'ok' })
  expect(await page()).toContain('The last one was made 3 hours ago: 1.4 GB, encrypted.')
  await run(new Date().toISOString(), 'No space left on device')
  expect(await page()).toContain('No space left on device')
})
