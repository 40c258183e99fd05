/** Settings for backups: where to, when, which to keep, and the key. */
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { parseCrontab } from 'graphile-worker'
import { z } from 'zod'
import { parsedBy } from './parsed-by.ts'
import { type Bucket, readBucket } from './storage-url.ts'

/** A folder of backups. */
export type BackupFolder = { kind: 'folder'; path: string } | { kind: 'bucket'; bucket: Bucket }

/** How many days, weeks, months, and years keep the newest of their backups. */
export type Retention = { daily: number; weekly: number; monthly: number; yearly: number }

/** An age recipient, which can only encrypt; an age identity; or a passphrase. */
export type BackupKey = { kind: 'recipient' | 'identity' | 'passphrase'; text: string }

export type BackupSettings = {
  /** If null, there are no scheduled backups. */
  folder: BackupFolder | null
  /** The crontab of scheduled backups, in UTC. If null, something else runs them. */
  schedule: string | null
  keep: Retention
  /** If null, archives are not encrypted. */
  key: BackupKey | null
}

const minPassphraseLength = 20

/** `s3://…` or the path of a folder. */
export const backupFolderSchema = parsedBy((text): BackupFolder => {
  if (text.startsWith('s3:')) return { kind: 'bucket', bucket: readBucket(text) }
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) throw new Error('must be a folder, or a URL such as s3://bucket')
  return { kind: 'folder', path: resolve(text) }
})

export const defaultBackupSchedule = '0 3 * * *'

export const backupScheduleSchema = z
  .string()
  .refine((text) => text === 'off' || isCrontab(text), 'must be off, or a crontab in UTC such as 0 3 * * *')
  .transform((text) => (text === 'off' ? null : text))

/** Most processes read the settings and run no jobs. Loading graphile-worker takes 8 MB in each. */
const requireWorker = () =>
  createRequire(import.meta.url)('graphile-worker') as { parseCrontab: typeof parseCrontab }

function isCrontab(text: string): boolean {
  if (text === defaultBackupSchedule) return true
  try {
    const { parseCrontab } = requireWorker()
    return /^\S+( +\S+){4}$/.test(text) && parseCrontab(`${text} task`).length === 1
  } catch {
    return false
  }
}

const retentionRule = 'must list how many to keep, such as daily=7,weekly=5,monthly=12,yearly=2'

export const retentionSchema = parsedBy((text): Retention => {
  const keep: Retention = { daily: 0, weekly: 0, monthly: 0, yearly: 0 }
  for (const part of text.split(',')) {
    const [, period, count] = /^\s*(daily|weekly|monthly|yearly)=(\d{1,4})\s*$/.exec(part) ?? []
    if (!isPeriod(period)) throw new Error(retentionRule)
    keep[period] = Number(count)
  }
  if (Object.values(keep).some((count) => count > 0)) return keep
  throw new Error(retentionRule)
})

const isPeriod = (text: string | undefined): text is keyof Retention =>
  text === 'daily' || text === 'weekly' || text === 'monthly' || text === 'yearly'

export const backupKeySchema = parsedBy((text): BackupKey => {
  if (/^age1[0-9a-z]+$/.test(text)) return { kind: 'recipient', text }
  if (/^AGE-SECRET-KEY-[0-9A-Z-]+$/.test(text)) return { kind: 'identity', text }
  if (text.length >= minPassphraseLength) return { kind: 'passphrase', text }
  throw new Error(
    `must be an age key (age1… or AGE-SECRET-KEY-1…) or a passphrase of at least ${minPassphraseLength} characters`,
  )
})
