/**
 * Stores image files in a folder or in a bucket of any S3-compatible store. Keys are paths such as `folder/name.webp`. Any
 * error that a store throws means that it is unreachable, or full (`isFull`).
 */
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Bucket } from '../../config/storage-url.ts'
import { hasFreeSpace } from './disk-space.ts'

export type ImageStore = {
  /** Stores a local file atomically. May move the file instead of copying it. */
  put: (key: string, file: string) => Promise<void>
  /** Returns null if there is no such file. */
  read: (key: string) => Promise<StoredFile | null>
  /** Does nothing if there is no such file. */
  remove: (key: string) => Promise<void>
  /** Returns true if files can be stored and read right now. */
  isReachable: () => Promise<boolean>
}

type StoredFile = {
  stream: Readable
  /** If null, the store does not report it. */
  bytes: number | null
}

/** Room for a few uploads in progress, with all their sizes and formats. */
const minFreeBytes = 32 * 1024 * 1024
const writeCheckBytes = 64 * 1024

/** A folder. Files to store must be on the same file system: they are renamed, so that no partial file is ever visible. */
export function createFolderStore(folder: string): ImageStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    async put(key, file) {
      const path = join(folder, key)
      await mkdir(dirname(path), { recursive: true })
      await flush(file)
      await rename(file, path)
      await flush(dirname(path))
    },
    async read(key) {
      try {
        const { contentLength } = await disk.getMetaData(key)
        return { stream: await disk.getStream(key), bytes: contentLength }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (key) => disk.delete(key),
    async isReachable() {
      await mkdir(folder, { recursive: true })
      if (!(await hasFreeSpace([folder], minFreeBytes))) return false
      // Only writing reveals a used-up quota or a disk that has become read-only.
      const file = join(folder, '.write-check')
      try {
        await writeFile(file, Buffer.alloc(writeCheckBytes))
      } finally {
        await rm(file, { force: true })
      }
      return true
    },
  }
}

/** Flushes a file, or the entries of a folder, to disk, so that it survives a power failure. */
export async function flush(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Less than clients wait for a response, so that they get an error instead of a timeout. */
const defaultBodyTimeoutMs = 10_000

/** A bucket. The S3 library is large, so it is loaded only for sites that use one. */
export async function createBucketStore(
  bucket: Bucket,
  bodyTimeoutMs = defaultBodyTimeoutMs,
): Promise<ImageStore> {
  const { S3Client, HeadBucketCommand } = await import('@aws-sdk/client-s3')
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { name, prefix, endpoint, region, credentials } = bucket
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    requestHandler: { connectionTimeout: 2000, requestTimeout: bodyTimeoutMs, throwOnRequestTimeout: true },
    maxAttempts: 2,
    // Many S3-compatible stores reject the checksums that Amazon's library adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const disk = new Disk(new S3Driver({ client, bucket: name, visibility: 'private', supportsACL: false }))
  const prefixed = (key: string) => (prefix ? `${prefix}/${key}` : key)
  return {
    // Reads the whole file, because a stream cannot be retried. The files are small.
    put: async (key, file) => disk.put(prefixed(key), await readFile(file)),
    async read(key) {
      try {
        const stream = await disk.getStream(prefixed(key))
        return { stream, bytes: lengthOf(stream) }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (key) => disk.delete(prefixed(key)),
    async isReachable() {
      await client.send(new HeadBucketCommand({ Bucket: name }))
      return true
    },
  }
}

/** The stream is the HTTP response of the store, which has a Content-Length header. */
function lengthOf(stream: Readable): number | null {
  const length = (stream as Partial<IncomingMessage>).headers?.['content-length']
  return length === undefined ? null : Number(length)
}

export const createImageStore = (storage: Bucket | null, folder: string): Promise<ImageStore> =>
  storage ? createBucketStore(storage) : Promise.resolve(createFolderStore(folder))

type StoreError = Error & { code?: string }

/** A missing bucket does not count as a missing file: the store is unreachable. */
function isMissing(error: unknown): boolean {
  return causesOf(error).some(({ code, name }) => code === 'ENOENT' || name === 'NoSuchKey')
}

/** Returns true if the disk, or the site's quota, is full. */
export function isFull(error: unknown): boolean {
  return causesOf(error).some(({ code, name }) => /^(ENOSPC|EDQUOT|QuotaExceeded)/.test(code ?? name))
}

function causesOf(error: unknown): StoreError[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
