/** Verifies the whole archive first. Then one transaction changes the database, and commits after every picture is stored. */
import type { Readable } from 'node:stream'
import pg from 'pg'
import type { BackupKey } from '../../config/backup-settings.ts'
import { replaceSecret, siteSecret } from '../../config/secret.ts'
import { grantAppRole } from '../../platform/database/app-role.ts'
import { recordCompatibility } from '../../platform/database/compatibility.ts'
import type { Database } from '../../platform/database/database.ts'
import { createArchivedTables, migrateWithin } from '../../platform/database/migrate.ts'
import { baseline, lastBeforeBaseline, readMigrationNames } from '../../platform/database/migration-files.ts'
import { holdMigrationLock, migrateJobQueue } from '../../platform/jobs/migrate.ts'
import { countRunningServers } from '../../platform/jobs/stale-locks.ts'
import {
  discardReplacedPictures,
  type PictureFolders,
  rememberReplacedPictures,
  storeFile,
} from '../media/service.ts'
import {
  ArchiveError,
  type ArchiveInfo,
  picturesFolder,
  type Summary,
  secretEntry,
  tablesFolder,
} from './archive/format.ts'
import { type Reading, readArchive } from './archive/read-archive.ts'
import { fingerprint } from './back-up.ts'
import { listTables } from './database/dump.ts'
import { loadRows, prepareTables, recreateJobs, requireTables, setSequences } from './database/load.ts'
import { inTransaction, type Session } from './database/session.ts'
import { describeContent, dropSite, requireOwnTables, retiredTables } from './database/site-tables.ts'

export type RestoreOptions = {
  database: Database
  pictures: PictureFolders
  /** Opens the archive from its beginning. */
  open: () => Promise<Readable>
  key: BackupKey | null
  force: boolean
  /** SECRET, if it is set; otherwise the archive's secret is written to the data folder. */
  secret: string | null
  dataDir: string
}

export type RestoreResult = {
  info: ArchiveInfo
  summary: Summary
  /** Migrations of this version that the archive did not have. */
  migrated: string[]
  /** Whether the site has the secret it had: if not, everyone must sign in again. */
  keepsSecret: boolean
}

export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { database, open, key } = options
  const archived: { secret?: string } = {}
  const verified = await readArchive(await open(), key, (name, content) => {
    if (name === secretEntry) archived.secret = content.toString()
  })
  await requireKnownMigrations(verified.info)
  await requireNoServer(database)
  await inTransaction(database, 'snapshot', (session) => requireReplaceable(session, options.force))
  await migrateJobQueue(database)
  const migrated = await inTransaction(database, 'write', (session) =>
    replaceSite(session, options, verified),
  )
  const keepsSecret = await placeSecret(options, archived.secret, verified.info)
  await vacuum(database)
  const { info, summary } = verified
  return { info, summary, migrated, keepsSecret }
}

async function requireKnownMigrations({ migrations, version }: ArchiveInfo) {
  const newest = migrations.at(-1) ?? ''
  if (newest === lastBeforeBaseline) return
  if (newest < baseline)
    throw new ArchiveError(
      `The archive was made by a version of Corkboard (${version}) that this one cannot restore: its newest migration is ${newest}, and ${lastBeforeBaseline} is required. Restore it with the last version before the migration ${baseline}, then upgrade. docs/operating.md says how (*Versions*).`,
    )
  const known = new Set(await readMigrationNames())
  if (migrations.every((name) => known.has(name))) return
  throw new ArchiveError(
    `The archive was made by a newer version of Corkboard (${version}). Install that version, then restore.`,
  )
}

async function requireNoServer({ kysely }: Database) {
  if ((await countRunningServers(kysely)) > 0)
    throw new Error('A server is using this database. Stop it before you restore.')
}

async function requireReplaceable({ client }: Session, force: boolean) {
  await requireOwnTables(client)
  const content = await describeContent(client)
  if (content && !force)
    throw new Error(
      `This site is not empty: it has ${content}. Add --force to delete all of it and restore the backup instead.`,
    )
}

/** Returns the migrations that ran after the archive's. */
async function replaceSite(
  session: Session,
  options: RestoreOptions,
  { info, summary }: Reading,
): Promise<string[]> {
  const { tx, client } = session
  await holdMigrationLock(tx)
  const { rows: found } = await client.query(`select to_regclass('public.image') is not null as exists`)
  const replaces = found[0]?.exists === true
  if (replaces) await rememberReplacedPictures(tx)
  await dropSite(client)
  await createArchivedTables(tx, info.migrations)
  await requireTables(client, info.tables)
  const finish = await prepareTables(client)
  await loadContent(session, options, info)
  await finish()
  await setSequences(client, summary.sequences)
  const migrated = await migrateWithin(tx)
  await recordCompatibility(tx)
  await grantAppRole(tx)
  await recreateJobs(client)
  if (replaces) await discardReplacedPictures(tx)
  return migrated
}

const concurrentWrites = 16

async function loadContent(
  { client }: Session,
  { open, key, pictures }: RestoreOptions,
  verified: ArchiveInfo,
) {
  const rows: Record<string, number> = {}
  let files: { key: string; content: Buffer }[] = []
  const storeFiles = async () => {
    const batch = files
    files = []
    for (const result of await Promise.allSettled(
      batch.map((file) => storeFile(pictures, file.key, file.content)),
    ))
      if (result.status === 'rejected') throw result.reason
  }
  const { info, summary } = await readArchive(await open(), key, async (name, content, { tables }) => {
    if (name.startsWith(tablesFolder)) {
      const [, tableName = ''] = name.split('/')
      if (retiredTables.includes(tableName)) return
      const table = tables.find((candidate) => candidate.name === tableName)
      if (!table) throw new ArchiveError(`The archive contains rows of an unknown table ${tableName}.`)
      rows[tableName] = (rows[tableName] ?? 0) + (await loadRows(client, table, content))
    } else if (name.startsWith(picturesFolder)) {
      files.push({ key: name.slice(picturesFolder.length), content })
      if (files.length >= concurrentWrites) await storeFiles()
    }
  })
  await storeFiles()
  if (info.created !== verified.created) throw new ArchiveError('The archive changed while it was restored.')
  for (const [table, count] of Object.entries(summary.rows))
    if (count !== (rows[table] ?? 0) && !retiredTables.includes(table))
      throw new ArchiveError(`Not all rows of ${table} were restored.`)
}

async function placeSecret(
  { secret, dataDir }: RestoreOptions,
  archived: string | undefined,
  { secretFingerprint }: ArchiveInfo,
): Promise<boolean> {
  if (!secret && archived) await replaceSecret(dataDir, archived)
  return fingerprint(await siteSecret({ secret, dataDir })) === secretFingerprint
}

/** Index-only scans are slow until the first vacuum, which cannot run in a transaction. */
async function vacuum(database: Database) {
  const tables = await inTransaction(database, 'snapshot', ({ client }) => listTables(client))
  for (const { name } of tables)
    await database.pool.query(`vacuum (analyze) public.${pg.escapeIdentifier(name)}`)
}
