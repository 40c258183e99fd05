import { readdir } from 'node:fs/promises'

export const migrationsFolder = new URL('../../../../migrations/', import.meta.url)

/** Returns the names of all migrations of this version, in order. */
export async function readMigrationNames(): Promise<string[]> {
  const files = await readdir(migrationsFolder)
  return files
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()
}
