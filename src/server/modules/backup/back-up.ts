/** Writes one consistent archive of the database and the pictures while the site runs. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BackupKey } from '../../config/backup-settings.ts'
import { holdBackupLock } from '../../platform/database/backup-lock.ts'
import type { Database } from '../../platform/database/database.ts'
import { deriveKey } from '../../platform/keys.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { version } from '../../platform/version.ts'
import { listStoredFiles } from '../media/service.ts'
import {
  type ArchiveInfo,
  formatVersion,
  picturesFolder,
  type Summary,
  secretEntry,
  tablesFolder,
} from './archive/format.ts'
import { type AddEntry, writeArchive } from './archive/write-archive.ts'
import { countRows, dumpTable, listMigrations, listTables, readSequences } from './database/dump.ts'
import { inTransaction, type Session } from './database/session.ts'

export type Site = {
  database: Database
  store: ImageStore
  secret: string
  name: string
}

export type BackupResult = Pick<Summary, 'pictureFiles' | 'missingPictureFiles'> & {
  bytes: number
  rows: number
}

type BackUpOptions = { key: BackupKey | null; signal?: AbortSignal | undefined }

/** How many picture files are read ahead. Each is a few hundred kilobytes. */
const concurrentReads = 8
const maxReportedFiles = 100

/** Streams an archive into `write`, which returns its size. */
export async function backUp(
  site: Site,
  { key, signal }: BackUpOptions,
  write: (archive: Readable) => Promise<number>,
): Promise<BackupResult> {
  return inTransaction(site.database, 'write', async (lockHolder) => {
    // Before the snapshot: what is deleted while this waits is not in it.
    await holdBackupLock(lockHolder.tx)
    return inTransaction(site.database, 'snapshot', async (session) => {
      const found: { content?: Summary } = {}
      const info = await createInfo(site, session)
      const archive = await writeArchive(info, key, async (add) => {
        found.content = await addContent(site, session, info, key ? add : null, add)
        return found.content
      })
      const abort = () => archive.destroy(new Error('The backup was interrupted.'))
      signal?.addEventListener('abort', abort, { once: true })
      // Without a reader, for instance because the folder does not exist, nobody else listens.
      archive.on('error', () => {})
      const bytes = await write(archive).finally(() => {
        signal?.removeEventListener('abort', abort)
        archive.destroy()
      })
      if (!found.content) throw new Error('The archive ended before its content.')
      const { rows, pictureFiles, missingPictureFiles } = found.content
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
      return { bytes, rows: total, pictureFiles, missingPictureFiles }
    })
  })
}

/** Returns a text that tells whether two secrets are the same, without revealing them. */
export const fingerprint = (secret: string): string =>
  deriveKey(secret, 'corkboard backup').subarray(0, 8).toString('hex')

async function createInfo({ name, secret }: Site, { client }: Session): Promise<ArchiveInfo> {
  return {
    format: formatVersion,
    version,
    site: name,
    created: new Date().toISOString(),
    migrations: await listMigrations(client),
    tables: await listTables(client),
    secretFingerprint: fingerprint(secret),
  }
}

/** `addSecret` is null for an archive that anyone could read. */
async function addContent(
  { store, secret }: Site,
  { tx, client }: Session,
  { tables }: ArchiveInfo,
  addSecret: AddEntry | null,
  add: AddEntry,
): Promise<Summary> {
  await addSecret?.(secretEntry, Buffer.from(secret))
  const rows: Record<string, number> = {}
  for (const table of tables) {
    let part = 0
    rows[table.name] = 0
    for await (const text of dumpTable(client, table)) {
      part += 1
      rows[table.name] = (rows[table.name] ?? 0) + countRows(text)
      await add(`${tablesFolder}${table.name}/${String(part).padStart(6, '0')}.copy`, text)
    }
  }
  const sequences = await readSequences(client)
  return { rows, sequences, ...(await addPictures(store, listStoredFiles(tx), add)) }
}

async function addPictures(store: ImageStore, keys: AsyncIterable<string>, add: AddEntry) {
  const result = { pictureFiles: 0, missingPictureFiles: [] as string[] }
  const read = async (key: string) => {
    const file = await store.read(key)
    return { key, content: file && (await buffer(file.stream)) }
  }
  const files = Readable.from(keys).map(read, { concurrency: concurrentReads })
  for await (const { key, content } of files as AsyncIterable<Awaited<ReturnType<typeof read>>>) {
    if (content) {
      await add(`${picturesFolder}${key}`, content)
      result.pictureFiles += 1
    } else if (result.missingPictureFiles.length < maxReportedFiles) result.missingPictureFiles.push(key)
  }
  return result
}
