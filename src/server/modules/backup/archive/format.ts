/**
 * The format of a backup: a tar archive, compressed with zstd, followed by a frame with its SHA-256, and encrypted with
 * age if there is a key. `docs/backup.md` describes it for people who read one without Corkboard.
 *
 * The entries, in order: `archive.json`, `secret` (encrypted archives only), `tables/NAME/N.copy`, `pictures/KEY`, and
 * `summary.json`.
 */
import * as z from 'zod/mini'

/**
 * Increases when an older version could not restore the archive. Those of format 1 also have lists of checksums, which a restore
 * ignores: the hash at the end covers every entry.
 */
export const formatVersion = 2

export const infoEntry = 'archive.json'
export const secretEntry = 'secret'
export const summaryEntry = 'summary.json'
export const tablesFolder = 'tables/'
export const picturesFolder = 'pictures/'

export const archiveExtension = '.tar.zst'
export const encryptedExtension = '.tar.zst.age'

/** The content of an entry is held in memory. Pictures are smaller; tables are divided at the ends of rows. */
export const maxEntryBytes = 256 * 1024 * 1024

const TableSchema = z.object({ name: z.string(), columns: z.array(z.string()) })
export type Table = z.infer<typeof TableSchema>

/** The first entry: what a restore must know before it reads the rest. */
export const ArchiveInfoSchema = z.object({
  format: z.int(),
  /** The version of Corkboard that wrote it, for people. `migrations` decide what can restore it. */
  version: z.string(),
  site: z.string(),
  /** When the snapshot of the database was taken. */
  created: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(TableSchema),
  /** Tells whether a restored site has the same secret. */
  secretFingerprint: z.string(),
})
export type ArchiveInfo = z.infer<typeof ArchiveInfoSchema>

const SequenceSchema = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })
export type Sequence = z.infer<typeof SequenceSchema>

/** The last entry: what the archive must contain to be complete. */
export const SummarySchema = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.array(SequenceSchema),
  pictureFiles: z.int(),
  /** Keys of files that were already missing in the storage; at most a hundred. */
  missingPictureFiles: z.array(z.string()),
})
export type Summary = z.infer<typeof SummarySchema>

/** The archive cannot be restored as it is. The message is for the operator. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}
