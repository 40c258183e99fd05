import { expect, test } from 'vitest'
import { backupName, expiredBackups, listBackups, type Retention, timeOfBackup } from './retention.ts'

const keep = (counts: Partial<Retention>): Retention => ({
  daily: 0,
  weekly: 0,
  monthly: 0,
  yearly: 0,
  ...counts,
})
const nameAt = (time: string) => backupName('board', new Date(time), false)

/** A backup every day at 03:00, from 2024-01-01 through 2026-11-20, a Friday. */
const everyDay = Array.from({ length: 1055 }, (_, day) =>
  nameAt(new Date(Date.UTC(2024, 0, 1 + day, 3)).toISOString()),
)
const keptDays = (names: string[], policy: Retention) => {
  const expired = new Set(expiredBackups('board', names, policy))
  return names
    .filter((name) => !expired.has(name))
    .map((name) => timeOfBackup('board', name)?.toISOString().slice(0, 10))
}

test.each<[string, Partial<Retention>, string[]]>([
  ['three days', { daily: 3 }, ['2026-11-18', '2026-11-19', '2026-11-20']],
  ['the last days of three weeks', { weekly: 3 }, ['2026-11-08', '2026-11-15', '2026-11-20']],
  ['the last days of three months', { monthly: 3 }, ['2026-09-30', '2026-10-31', '2026-11-20']],
  ['the last days of all years', { yearly: 9 }, ['2024-12-31', '2025-12-31', '2026-11-20']],
  [
    'all of these, counting each backup once',
    { daily: 2, weekly: 2, monthly: 2, yearly: 2 },
    ['2025-12-31', '2026-10-31', '2026-11-15', '2026-11-19', '2026-11-20'],
  ],
])('keeps %s', (_name, counts, days) => {
  expect(keptDays(everyDay, keep(counts))).toEqual(days)
})

test('keeps the newest of several backups on one day', () => {
  const names = [
    nameAt('2026-11-20T01:00:00Z'),
    nameAt('2026-11-20T23:59:59Z'),
    nameAt('2026-11-19T12:00:00Z'),
  ]
  expect(expiredBackups('board', names, keep({ daily: 1 }))).toEqual([names[0], names[2]])
})

test('counts days that have a backup, however long ago', () => {
  const names = [
    nameAt('2020-02-29T03:00:00Z'),
    nameAt('2021-03-01T03:00:00Z'),
    nameAt('2026-01-01T03:00:00Z'),
  ]
  expect(keptDays(names, keep({ daily: 2 }))).toEqual(['2021-03-01', '2026-01-01'])
})

test('always keeps the newest backup', () => {
  const names = [nameAt('2026-11-19T03:00:00Z'), nameAt('2026-11-20T03:00:00Z')]
  expect(expiredBackups('board', names, keep({}))).toEqual([names[0]])
})

test('never deletes other files, or those of another site', () => {
  const others = [
    'notes.txt',
    'board-2020-01-01.tar.zst',
    'board-2020-99-01T03-00-00Z.tar.zst',
    'board-2020-01-01T03-00-00Z.tar.zst.part-00000000-0000-0000-0000-000000000000',
    backupName('board-two', new Date('2020-01-01T03:00:00Z'), true),
    backupName('other', new Date('2020-01-01T03:00:00Z'), false),
  ]
  const names = [...others, nameAt('2026-11-19T03:00:00Z'), nameAt('2026-11-20T03:00:00Z')]
  expect(expiredBackups('board', names, keep({ daily: 1 }))).toEqual([nameAt('2026-11-19T03:00:00Z')])
})

test('lists backups by time, newest first, encrypted or not', () => {
  const names = [nameAt('2026-11-19T03:00:00Z'), backupName('board', new Date('2026-11-20T03:00:00Z'), true)]
  expect(listBackups('board', names)).toEqual([
    'board-2026-11-20T03-00-00Z.tar.zst.age',
    'board-2026-11-19T03-00-00Z.tar.zst',
  ])
})
