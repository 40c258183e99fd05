/**
 * npm run bench:backup: measures a backup of a site with pictures, its verification, and its restore into an empty site.
 * LISTINGS=100000 and PICTURES=1000 change its size; ENCRYPT=on encrypts the archive. It uses the
 * listings of `npm run bench`, and compares what visitors read on both sites.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { generateX25519Identity } from 'age-encryption'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { BackupKey } from '../src/server/config/backup-settings.ts'
import { readArchive } from '../src/server/modules/backup/archive/read-archive.ts'
import { backUp } from '../src/server/modules/backup/back-up.ts'
import { restore } from '../src/server/modules/backup/restore.ts'
import { openBackupStore } from '../src/server/modules/backup/stores.ts'
import { openPictureStorage, storageKeysOf } from '../src/server/modules/media/storage.ts'
import { type Database, openDatabase } from '../src/server/platform/database/database.ts'
import { startEmbeddedPostgres } from '../src/server/platform/database/embedded/embedded-postgres.ts'
import { createLogger } from '../src/server/platform/log.ts'
import { formatBytes } from '../src/shared/format-amount.ts'
import { pictureUrl } from '../src/shared/picture.ts'
import { defaultSettings } from '../src/shared/settings/table.ts'
import { compareSites } from './compare-sites.ts'
import { loadListings } from './generated-listings/load-listings.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const listingCount = Number(process.env.LISTINGS ?? 1_000_000)
const pictureCount = Number(process.env.PICTURES ?? 10_000)
const isEncrypted = process.env.ENCRYPT === 'on'
const folder = fileURLToPath(new URL('../data/bench-backup/', import.meta.url))
const secret = 'a secret of the benchmark, long enough to be one'
const logger = createLogger('error')
const log = (text: string) => process.stdout.write(`${text}\n`)

/** The sizes of the files of a 12-megapixel photo: 400, 800, and 1600 pixels wide, as AVIF and WebP. */
const variantBytes = [14_000, 18_000, 45_000, 60_000, 150_000, 200_000]

async function main() {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const bench = await openBenchDatabase(logger, `bench-search-${listingCount}`)
  const key: BackupKey | null = isEncrypted
    ? { kind: 'identity', text: await generateX25519Identity() }
    : null
  try {
    const { database, connectionString } = bench
    await loadListings(database, { connectionString, count: listingCount, log })
    await addPictures(bench.database, join(folder, 'site'))
    log(`${await describeSize(bench.database)}${isEncrypted ? ', encrypted' : ''}`)
    const store = await openBackupStore({ kind: 'folder', path: folder })
    const { store: pictures } = await openPictureStorage({ storage: null, dataDir: join(folder, 'site') })
    const site = { database: bench.database, store: pictures, secret, name: 'Bench' }
    const result = await timed('Backup', () =>
      backUp(site, { key }, (archive) => store.write('bench.tar.zst', archive)),
    )
    log(`  archive: ${formatBytes(result.bytes)}; ${result.rows.toLocaleString('en-US')} rows`)
    const open = () => store.read('bench.tar.zst')
    await timed('Verification', async () => readArchive(await open(), key, () => {}))
    await measureRestore(key, open, bench)
  } finally {
    await removePictures(bench.database)
    await bench.stop()
    await rm(folder, { recursive: true, force: true })
  }
  log(`Peak memory of this process: ${formatBytes(process.resourceUsage().maxRSS * 1024)}`)
}

type Site = { database: Database; connectionString: string }

async function measureRestore(key: BackupKey | null, open: () => Promise<Readable>, original: Site) {
  const dataDir = join(folder, 'restored')
  const postgres = await startEmbeddedPostgres({ dataDir, log: logger })
  const database = openDatabase({
    connectionString: postgres.connectionString,
    timeZone: defaultSettings.timeZone,
    log: logger,
    connections: 4,
    statementTimeoutMs: 0,
  })
  try {
    const pictures = await openPictureStorage({ storage: null, dataDir })
    await timed('Restore, with its verification', () =>
      restore({ database, pictures, open, key, force: false, secret, dataDir }),
    )
    log(`  restored: ${await describeSize(database)}`)
    await compareWith(original, postgres.connectionString)
  } finally {
    await database.close()
    await postgres.stop()
  }
}

/** Starts both sites, and compares what visitors read. */
async function compareWith({ database, connectionString }: Site, restored: string) {
  const servers = []
  try {
    for (const [at, url] of [connectionString, restored].entries())
      servers.push(await startServer(url, { DATA_DIR: join(folder, `server-${at}`) }))
    const [one, other] = servers
    if (!one || !other) throw new Error('unreachable: both servers were started')
    for (const { kind, requests, different } of await compareSites(database, [one.origin, other.origin]))
      log(
        `  ${kind}: ${requests} compared, ${different.length} different${different[0] ? `, such as ${different[0]}` : ''}`,
      )
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function addPictures({ kysely }: Database, dataDir: string) {
  for (let n = 0; n < pictureCount; n += 1) {
    const url = pictureUrl({
      key: randomBytes(16).toString('hex'),
      width: 1600,
      height: 1200,
      variant: 1600,
      format: 'webp',
    })
    await sql`insert into image (id, url, width, height, format, bytes, stored)
      values (${uuid()}, ${url}, 1600, 1200, 'webp', 200000, now())`.execute(kysely)
    for (const [index, storageKey] of storageKeysOf(url).entries()) {
      const file = join(dataDir, 'pictures', storageKey)
      if (n === 0 && index === 0) await mkdir(dirname(file), { recursive: true })
      // As incompressible as pictures are.
      await writeFile(file, randomBytes(variantBytes[index] ?? 0))
    }
  }
}

async function removePictures({ kysely }: Database) {
  await sql`delete from image where url like '/pictures/%'`.execute(kysely)
}

async function describeSize({ kysely }: Database): Promise<string> {
  const { rows } = await sql<{ listings: number; pictures: number; bytes: number }>`
    select (select count(*) from listing) as listings,
      (select count(*) from image where url like '/pictures/%') as pictures,
      pg_database_size(current_database()) as bytes`.execute(kysely)
  const { listings = 0, pictures = 0, bytes = 0 } = rows[0] ?? {}
  const count = (number: number) => number.toLocaleString('en-US')
  return `${count(listings)} listings, ${count(pictures)} pictures of 6 files each; database ${formatBytes(bytes)}`
}

async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

await main()
