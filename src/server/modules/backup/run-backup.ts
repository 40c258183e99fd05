/** Runs one backup into a store, records its result, and applies the retention policy to scheduled ones. */
import type { BackupFolder, BackupSettings } from '../../config/backup-settings.ts'
import { type BackupResult, backUp, type Site } from './back-up.ts'
import { recordRun } from './history.ts'
import { backupName, expiredBackups, type Retention } from './retention.ts'
import { type BackupStore, openBackupStore } from './stores.ts'

export type RunOptions = {
  site: Site & { slug: string }
  settings: BackupSettings & { keep: Retention }
  signal?: AbortSignal | undefined
}

export type RunResult = BackupResult & { location: string; deleted: string[] }

/** Makes one backup in the folder of BACKUP_URL and deletes the ones that the policy no longer keeps. */
export async function runScheduledBackup({ site, settings, signal }: RunOptions): Promise<RunResult> {
  const store = await openBackupStore(requireBackupUrl(settings))
  const name = backupName(site.slug, new Date(), settings.key !== null)
  const result = await runBackup({ site, settings, signal }, store, name, true)
  const expired = expiredBackups(site.slug, await store.list(), settings.keep)
  for (const old of expired) await store.remove(old)
  return { ...result, deleted: expired }
}

export function requireBackupUrl({ folder }: Pick<BackupSettings, 'folder'>): BackupFolder {
  if (folder) return folder
  throw new Error('Set BACKUP_URL to the folder or bucket in which scheduled backups are kept.')
}

export async function runBackup(
  { site, settings, signal }: RunOptions,
  store: BackupStore,
  name: string,
  scheduled: boolean,
): Promise<RunResult> {
  const run = {
    started: new Date(),
    location: store.locate(name),
    scheduled,
    encrypted: settings.key !== null,
  }
  try {
    const result = await backUp(site, { key: settings.key, signal }, (archive) => store.write(name, archive))
    await recordRun(site.database, { ...run, bytes: result.bytes, error: '' })
    return { ...result, location: run.location, deleted: [] }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // Without the database there is nowhere to record it, and the error itself says more.
    await recordRun(site.database, { ...run, bytes: null, error: message || 'Unknown error' }).catch(() => {})
    throw error
  }
}
