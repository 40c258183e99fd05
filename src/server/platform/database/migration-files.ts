import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export const migrationsFolder = new URL('../../../../migrations/', import.meta.url)
const repeatableFolder = new URL('repeatable/', migrationsFolder)

/** Creates the schema of an empty database. */
export const baseline = '0069_baseline'
/** A database whose newest migration is this one is brought to the baseline by `adoption`; an older one is not supported. */
export const lastBeforeBaseline = '0068_listing_changes'
export const adoption = 'adopt-0068'

/** Which repeatable files have run, by their checksum. */
export const repeatableTable = 'repeatable_migration'

/** Returns the names of all versioned migrations of this version, in order. */
export async function readMigrationNames(): Promise<string[]> {
  const files = await readdir(migrationsFolder)
  return files
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()
}

export const readMigration = (name: string) => readFile(new URL(`${name}.sql`, migrationsFolder), 'utf8')

export type RepeatableFile = { name: string; text: string; checksum: string }

/** Returns the files that define functions and triggers, in the order of their names. */
export async function readRepeatableFiles(): Promise<RepeatableFile[]> {
  const files = (await readdir(repeatableFolder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, repeatableFolder), 'utf8')
      return {
        name: file.replace(/\.sql$/, ''),
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
      }
    }),
  )
}
