import { expect, test } from 'vitest'
import { silentLog } from '../../../../test/support/site/silent-log.ts'
import { defaultSettings } from '../../../shared/settings/table.ts'
import { cronItemsOf } from '../../platform/jobs/jobs.ts'
import { backupJobs } from './jobs.ts'

const at = (hour: number, min = 0) => ({ min, hour, date: 27, month: 11, dow: 5 })

test('a changed schedule of backups applies from the next minute on, without a restart', () => {
  let settings = defaultSettings
  const { jobs } = backupJobs({
    config: { backup: { folder: { kind: 'folder', path: '/mnt' }, key: null } },
    settings: () => settings,
    log: silentLog,
  })
  const [item, ...others] = cronItemsOf(jobs)
  expect(others).toEqual([])
  expect(item).toMatchObject({
    task: 'scheduled_backup',
    options: { jobKey: 'scheduled_backup', maxAttempts: 3 },
  })
  const isDue = (hour: number, min = 0) => item?.match(at(hour, min))
  expect([isDue(3), isDue(3, 1), isDue(12)]).toEqual([true, false, false])
  settings = { ...defaultSettings, backupSchedule: '30 */6 * * *' }
  expect([isDue(3), isDue(12, 30)]).toEqual([false, true])
  settings = { ...defaultSettings, backupSchedule: 'off' }
  expect([isDue(3), isDue(12, 30)]).toEqual([false, false])
})

test('jobs without a schedule run when something queues them', () => {
  const run = () => {}
  const items = cronItemsOf({ queued: { run }, nightly: { run, schedule: '0 3 * * *', backfill: '1d' } })
  expect(items).toMatchObject([{ task: 'nightly', options: { backfillPeriod: 86_400_000 } }])
})
