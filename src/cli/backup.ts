import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../server/config/environment.ts'
import { requireSecret } from '../server/config/secret.ts'
import { backUp } from '../server/modules/backup/back-up.ts'
import { parseLocation } from '../server/modules/backup/location.ts'
import { backupName } from '../server/modules/backup/retention.ts'
import {
  type RunOptions,
  type RunResult,
  requireBackupUrl,
  runBackup,
  runScheduledBackup,
} from '../server/modules/backup/run-backup.ts'
import { openBackupStore } from '../server/modules/backup/stores.ts'
import { openPictureStorage } from '../server/modules/media/storage.ts'
import { readSettingsOrDefaults } from '../server/modules/settings/service.ts'
import type { Database } from '../server/platform/database/database.ts'
import { requireSite } from '../server/start-database.ts'
import { formatCount } from '../shared/format.ts'
import { formatBytes } from '../shared/format-amount.ts'
import type { DatabaseCommand } from './command.ts'

export const backupCommand: DatabaseCommand = {
  usage: 'write the database and all pictures into one file, an s3:// URL, or - for standard output',
  argument: 'file',
  optional: true,
  anyVersion: true,
  async run(database, argument, config) {
    const options = await optionsFor(database, config)
    if (argument === '-') return toStandardOutput(options)
    const name = backupName(config.slug, new Date(), config.backup.key !== null)
    const { folder } = config.backup
    const location =
      argument === undefined && folder ? { folder, name } : parseLocation(argument ?? name, folder)
    const store = await openBackupStore(location.folder)
    return summarize(await runBackup(options, store, location.name, false), config)
  },
}

export const scheduledBackupCommand: DatabaseCommand = {
  usage: 'back up into BACKUP_URL and delete old backups, as the server does on its schedule',
  anyVersion: true,
  async run(database, _argument, config) {
    requireBackupUrl(config.backup)
    const result = await runScheduledBackup(await optionsFor(database, config))
    const deleted = result.deleted.length > 0 ? `\nDeleted ${result.deleted.join(', ')}.` : ''
    return summarize(result, config) + deleted
  },
}

async function optionsFor(database: Database, config: Config): Promise<RunOptions> {
  await requireSite(database)
  const { store } = await openPictureStorage(config)
  const { settings } = await readSettingsOrDefaults(database, config.siteVariables)
  return {
    site: { database, store, secret: await requireSecret(config), name: settings.name, slug: config.slug },
    settings: Object.assign({ keep: settings.backupKeep }, config.backup),
    signal: interruption(),
  }
}

/** Returns a signal that aborts when the command is interrupted, or when the process that started it dies. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, abort)
  if (process.channel) process.once('disconnect', abort)
  return controller.signal
}

/** Prints nothing else: standard output is the archive. */
async function toStandardOutput({ site, settings, signal }: RunOptions): Promise<string> {
  if (process.stdout.isTTY) throw new Error('Redirect standard output to a file or another program.')
  await backUp(site, { key: settings.key, signal }, async (archive: Readable) => {
    const output = new PassThrough()
    await Promise.all([pipeline(archive, output), pipeline(output, process.stdout, { end: false })])
    return 0
  })
  return ''
}

function summarize({ location, bytes, rows, pictureFiles, missingPictureFiles }: RunResult, config: Config) {
  const size = [
    formatBytes(bytes),
    formatCount(rows, 'row', 'rows'),
    formatCount(pictureFiles, 'picture file', 'picture files'),
  ]
  const lines = [`Wrote ${location}: ${size.join(', ')}.`]
  if (missingPictureFiles.length > 0)
    lines.push(
      `Missing in the picture storage, and so in the backup: ${missingPictureFiles.slice(0, 5).join(', ')}${missingPictureFiles.length > 5 ? ', …' : ''}.`,
    )
  const secret = config.secret ? 'SECRET' : `a copy of ${config.dataDir}/secret`
  if (!config.backup.key)
    lines.push(
      `It is not encrypted (BACKUP_KEY is not set), so it does not contain the secret. Keep ${secret} with it.`,
    )
  return lines.join('\n')
}
