/** Where archives are: in a folder, or in a bucket of any S3-compatible store. A file gets its name when it is complete. */
import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupFolder } from '../../config/backup-settings.ts'
import type { Bucket } from '../../config/storage-url.ts'
import { flush } from '../../platform/storage/image-store.ts'

export type BackupStore = {
  /** For people; contains no credentials. */
  locate: (name: string) => string
  /** Stores the stream and returns its size. Throws if there already is a file of this name. */
  write: (name: string, content: Readable) => Promise<number>
  /** Throws an error with a sentence if nothing can be written, such as to the folder of a disk that is not mounted. */
  check: () => Promise<void>
  /** Throws if there is no such file. */
  read: (name: string) => Promise<Readable>
  list: () => Promise<string[]>
  remove: (name: string) => Promise<void>
}

export const openBackupStore = (folder: BackupFolder): Promise<BackupStore> =>
  folder.kind === 'folder'
    ? Promise.resolve(createFolderStore(folder.path))
    : createBucketStore(folder.bucket)

const alreadyExists = (place: string) => new Error(`${place} already exists. Choose another name.`)
const notFound = (place: string) => new Error(`There is no backup at ${place}.`)

const partialFile = /\.part-[0-9a-f-]{36}$/
const maxPartialAgeMs = 24 * 60 * 60_000

function createFolderStore(folder: string): BackupStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    locate: pathOf,
    async write(name, content) {
      await requireFolder(folder)
      if (await sizeOf(pathOf(name))) throw alreadyExists(pathOf(name))
      await removeStaleParts(folder)
      const partial = `${pathOf(name)}.part-${randomUUID()}`
      try {
        await pipeline(content, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }))
        // Unlike rename(), link() does not replace a file that another backup has created meanwhile.
        await link(partial, pathOf(name))
        await flush(folder)
        return (await sizeOf(partial)) ?? 0
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException
        if (code === 'EEXIST') throw alreadyExists(pathOf(name))
        throw reasons[code] ? unusable(folder, error as NodeJS.ErrnoException) : error
      } finally {
        await rm(partial, { force: true })
      }
    },
    check: () => checkFolder(folder),
    async read(name) {
      if ((await sizeOf(pathOf(name))) === null) throw notFound(pathOf(name))
      return createReadStream(pathOf(name), { highWaterMark: 1024 * 1024 })
    },
    async list() {
      await requireFolder(folder)
      return (await readdir(folder)).filter((name) => !partialFile.test(name))
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

/** Does not create the folder: without its disk, the backup would be on the disk of the system. */
async function requireFolder(folder: string) {
  const found = await stat(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw unusable(folder, cause)
  })
  if (!found)
    throw new Error(`The backup folder ${folder} does not exist. Mount its disk, or create the folder.`)
  if (!found.isDirectory())
    throw new Error(`${folder} is a file, not a folder. Choose another place for backups.`)
}

async function checkFolder(folder: string) {
  await requireFolder(folder)
  const probe = join(folder, `corkboard.part-${randomUUID()}`)
  const content = randomBytes(64)
  try {
    await writeFile(probe, content, { flag: 'wx', mode: 0o600 })
    if (!(await readFile(probe)).equals(content)) throw new Error('what was read is not what was written')
  } catch (error) {
    throw unusable(folder, error as NodeJS.ErrnoException)
  } finally {
    await rm(probe, { force: true })
  }
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
}

const unusable = (folder: string, cause: NodeJS.ErrnoException) =>
  new Error(`Backups cannot be stored in ${folder}: ${reasons[cause.code ?? ''] ?? cause.message}.`, {
    cause,
  })

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  )
}

/** Deletes what backups left that were killed. */
async function removeStaleParts(folder: string) {
  for (const name of await readdir(folder)) {
    if (!partialFile.test(name)) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < Date.now() - maxPartialAgeMs) await rm(join(folder, name), { force: true })
  }
}

/** A store allows 10,000 parts, so this allows archives of 160 GB. Four parts are in memory at a time. */
const uploadPartBytes = 16 * 1024 * 1024
/** Every part of a download is a request, which the client retries. */
const downloadPartBytes = 8 * 1024 * 1024

async function createBucketStore({ name: bucketName, prefix, ...bucket }: Bucket): Promise<BackupStore> {
  const s3 = await import('@aws-sdk/client-s3')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const client = new s3.S3Client({
    region: bucket.region,
    ...(bucket.endpoint && { endpoint: bucket.endpoint, forcePathStyle: true }),
    ...(bucket.credentials && { credentials: bucket.credentials }),
    requestHandler: { connectionTimeout: 5000, requestTimeout: 120_000, throwOnRequestTimeout: true },
    maxAttempts: 5,
    // Many S3-compatible stores reject the checksums that Amazon's library adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const objectAt = (name: string) => ({ Bucket: bucketName, Key: prefix ? `${prefix}/${name}` : name })
  const locate = (name: string) => `s3://${bucketName}/${objectAt(name).Key}`
  const find = (name: string) =>
    client.send(new s3.HeadObjectCommand(objectAt(name))).catch((error: Error) => {
      if (error.name === 'NotFound' || error.name === 'NoSuchKey') return null
      throw error
    })
  return {
    locate,
    async write(name, content) {
      if (await find(name)) throw alreadyExists(locate(name))
      // An upload that fails is aborted; the object appears when it is complete.
      const upload = new Upload({
        client,
        params: { ...objectAt(name), Body: content },
        partSize: uploadPartBytes,
        queueSize: 3,
      })
      // If aborting fails too, its error would hide the first one.
      await upload.done().catch((error: unknown) => {
        throw content.errored ?? error
      })
      return (await find(name))?.ContentLength ?? 0
    },
    async check() {
      const probe = objectAt(`corkboard.part-${randomUUID()}`)
      const content = randomBytes(64)
      await client.send(new s3.PutObjectCommand({ ...probe, Body: content }))
      const { Body } = await client.send(new s3.GetObjectCommand(probe))
      const stored = await Body?.transformToByteArray()
      await client.send(new s3.DeleteObjectCommand(probe))
      if (!stored || !content.equals(stored)) throw new Error('what was read is not what was written')
    },
    async read(name) {
      const found = await find(name)
      if (!found) throw notFound(locate(name))
      const { ETag, ContentLength = 0 } = found
      async function* parts() {
        for (let start = 0; start < ContentLength; start += downloadPartBytes) {
          const end = Math.min(start + downloadPartBytes, ContentLength) - 1
          const range = { Range: `bytes=${start}-${end}`, ...(ETag && { IfMatch: ETag }) }
          const part = await client.send(new s3.GetObjectCommand({ ...objectAt(name), ...range }))
          yield (await part.Body?.transformToByteArray()) ?? new Uint8Array()
        }
      }
      return Readable.from(parts(), { objectMode: false })
    },
    async list() {
      const names: string[] = []
      const { Key: start } = objectAt('')
      for await (const page of s3.paginateListObjectsV2({ client }, { Bucket: bucketName, Prefix: start }))
        for (const { Key = '' } of page.Contents ?? []) names.push(Key.slice(start.length))
      return names.filter((name) => !name.includes('/'))
    },
    remove: async (name) => void (await client.send(new s3.DeleteObjectCommand(objectAt(name)))),
  }
}
