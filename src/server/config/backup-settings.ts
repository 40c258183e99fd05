/** Where backups are kept, and their key. The settings of the site say when, and which to keep. */
import { resolve } from 'node:path'
import { parsedBy } from './parsed-by.ts'
import { type Bucket, readBucket } from './storage-url.ts'

/** A folder of backups. */
export type BackupFolder = { kind: 'folder'; path: string } | { kind: 'bucket'; bucket: Bucket }

/** An age recipient, which can only encrypt; an age identity; or a passphrase. */
export type BackupKey = { kind: 'recipient' | 'identity' | 'passphrase'; text: string }

export type BackupSettings = {
  /** If null, there are no scheduled backups. */
  folder: BackupFolder | null
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

export const backupKeySchema = parsedBy((text): BackupKey => {
  if (/^age1[0-9a-z]+$/.test(text)) return { kind: 'recipient', text }
  if (/^AGE-SECRET-KEY-[0-9A-Z-]+$/.test(text)) return { kind: 'identity', text }
  if (text.length >= minPassphraseLength) return { kind: 'passphrase', text }
  throw new Error(
    `must be an age key (age1… or AGE-SECRET-KEY-1…) or a passphrase of at least ${minPassphraseLength} characters`,
  )
})
