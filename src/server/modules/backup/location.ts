/** What the argument of `corkboard backup` and `corkboard restore` names: a file, an object in a bucket, or a stream. */
import { basename, dirname, resolve } from 'node:path'
import { type BackupFolder, backupFolderSchema } from '../../config/backup-settings.ts'

export type Location = { folder: BackupFolder; name: string }

/** A URL of the bucket of BACKUP_URL (`known`) needs no key, so that no command line has to contain one. */
export function parseLocation(text: string, known: BackupFolder | null): Location {
  if (!text.startsWith('s3:')) {
    const path = resolve(text)
    return { folder: { kind: 'folder', path: dirname(path) }, name: basename(path) }
  }
  const [, start = '', name = '', query = ''] = /^(s3:\/\/[^?]+)\/([^/?]+)(\?.*)?$/.exec(text) ?? []
  if (!/^[\w.-]+$/.test(name)) throw new Error('Enter the whole name of the backup: s3://bucket/folder/name.')
  if (!query && known?.kind === 'bucket') {
    const { bucket } = known
    if (start === ['s3:/', bucket.name, bucket.prefix].filter(Boolean).join('/'))
      return { folder: known, name }
  }
  const { data, error } = backupFolderSchema.safeParse(start + query)
  if (!data) throw new Error(`The URL of the backup ${error.issues[0]?.message}.`)
  return { folder: data, name }
}
