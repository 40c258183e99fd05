/** What all servers on one database must have in common. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config/environment.ts'
import type { SharedSettings } from './platform/database/running-servers.ts'
import { deriveKey } from './platform/keys.ts'

export async function sharedSettings(
  config: Pick<Config, 'storage' | 'dataDir' | 'siteVariables'>,
  secret: string,
): Promise<SharedSettings> {
  return {
    SECRET: deriveKey(secret, 'fingerprint').toString('hex').slice(0, 16),
    STORAGE_URL: await storageName(config),
    // Without one, all have the stored time zone.
    SITE_TIME_ZONE: config.siteVariables.SITE_TIME_ZONE ?? '',
  }
}

/** Names the place where photos are stored. Two servers can share a folder, for instance over NFS. */
async function storageName({ storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>): Promise<string> {
  if (storage) return [storage.endpoint ?? storage.region, storage.name, storage.prefix].join('/')
  const file = join(dataDir, 'folder-id')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // Does not replace the file of another server.
  await writeFile(file, randomUUID(), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return `folder ${await readFile(file, 'utf8')}`
}
