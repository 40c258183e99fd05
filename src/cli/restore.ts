import { stat } from 'node:fs/promises'
import type { Config } from '../server/config/environment.ts'
import { type Location, parseLocation } from '../server/modules/backup/location.ts'
import { type RestoreResult, restore } from '../server/modules/backup/restore.ts'
import { listBackups } from '../server/modules/backup/retention.ts'
import { openBackupStore } from '../server/modules/backup/stores.ts'
import { openPictureStorage } from '../server/modules/media/storage.ts'
import { createLogger } from '../server/platform/log.ts'
import { startDatabase } from '../server/start-database.ts'
import { formatCount } from '../shared/format.ts'
import type { SettingsCommand } from './command.ts'

export const restoreCommand: SettingsCommand = {
  usage: 'restore a backup into this site, which must be empty and stopped',
  argument: 'file',
  runWithoutDatabase: (config, argument) => runRestore(config, argument, false),
}

export const forcedRestoreCommand: SettingsCommand = {
  usage: 'restore a backup and delete what the site contains now',
  argument: 'file',
  runWithoutDatabase: (config, argument) => runRestore(config, argument, true),
}

/** Starts the embedded database itself, which fails while a server runs on it. The only command that creates one. */
async function runRestore(config: Config, argument: string | undefined, force: boolean): Promise<string> {
  if (!argument) throw new Error('Enter the backup to restore: a file, an s3:// URL, or latest.')
  const { folder, name } = await findBackup(config, argument)
  const backups = await openBackupStore(folder)
  // A wrong name must not create a database.
  const found = await backups.read(name)
  found.destroy()
  const running = await startDatabase(config, createLogger('error'))
  try {
    const pictures = await openPictureStorage(config)
    const { key } = config.backup
    const { secret, dataDir } = config
    return await running.withoutStatementTimeout(async (database) =>
      summarize(
        config,
        await restore({ database, pictures, open: () => backups.read(name), key, force, secret, dataDir }),
      ),
    )
  } finally {
    await running.stop()
  }
}

/** `latest` and the plain name of a backup mean the folder of BACKUP_URL, unless there is a file of that name. */
async function findBackup({ backup, slug }: Config, argument: string): Promise<Location> {
  const isFile = await stat(argument).then(
    () => true,
    () => false,
  )
  if (argument === 'latest' && !isFile && !backup.folder)
    throw new Error(
      'BACKUP_URL is not set, so there is no latest backup. Run the command with the settings of the server, such as --settings=/etc/corkboard.env, or enter a file.',
    )
  if (isFile || !backup.folder || /[/\\]/.test(argument)) return parseLocation(argument, backup.folder)
  if (argument !== 'latest') return { folder: backup.folder, name: argument }
  const store = await openBackupStore(backup.folder)
  const [latest] = listBackups(slug, await store.list())
  if (!latest) throw new Error('There is no backup in BACKUP_URL.')
  return { folder: backup.folder, name: latest }
}

function summarize(
  { secret, dataDir }: Config,
  { info, summary, migrated, keepsSecret }: RestoreResult,
): string {
  const rows = Object.values(summary.rows).reduce((sum, number) => sum + number, 0)
  const lines = [
    `Restored ${info.site} as of ${info.created}: ${formatCount(rows, 'row', 'rows')}, ${formatCount(summary.pictureFiles, 'picture file', 'picture files')}.`,
  ]
  if (migrated.length > 0) lines.push(`Updated the database to this version: ${migrated.join(', ')}.`)
  if (!keepsSecret)
    lines.push(
      `The site has another secret than before: everyone must sign in again, and queued emails cannot be sent. To prevent that, ${secret ? 'set SECRET to its former value' : `put the former secret into ${dataDir}/secret`} before you start the server.`,
    )
  return lines.join('\n')
}
