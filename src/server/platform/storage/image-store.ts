/**
 * Where the files of pictures are kept: in a folder, or in a bucket of any store that speaks S3. Keys are paths such as
 * `ads/name.webp`. Whatever a store throws means that it is away, or full (`isFull`).
 */

import { access, constants, mkdir, open, readFile, rename } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Bucket } from '../../config/storage-url.ts'

export type ImageStore = {
  /** Takes a file of this machine in, whole or not at all; of the file itself nothing is needed afterwards. */
  put: (key: string, file: string) => Promise<void>
  /** Null when it has no such file. */
  read: (key: string) => Promise<StoredFile | null>
  /** Also when there is no such file. */
  remove: (key: string) => Promise<void>
  /** Whether pictures can be stored and read just now. */
  isReachable: () => Promise<boolean>
}

export type StoredFile = {
  stream: Readable
  /** Null when the store does not say. */
  bytes: number | null
}

/** A folder. What is put there must be on the same file system: it is moved, so that no half of it is ever seen. */
export function createFolderStore(folder: string): ImageStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    async put(key, file) {
      const place = join(folder, key)
      await mkdir(dirname(place), { recursive: true })
      await flush(file)
      await rename(file, place)
      await flush(dirname(place))
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
      await access(folder, constants.R_OK | constants.W_OK)
      return true
    },
  }
}

/** What was written is on the disk itself, and outlives a power cut. Of a folder: the names in it. */
async function flush(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A store that says nothing is given up on while somebody still waits for the answer. */
const defaultBodyTimeoutMs = 10_000

/** A bucket. Its library is large, and loaded only for sites that have one. */
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
    // Many stores that speak S3 refuse the checksums that Amazon's library adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const disk = new Disk(new S3Driver({ client, bucket: name, visibility: 'private', supportsACL: false }))
  const within = (key: string) => (prefix ? `${prefix}/${key}` : key)
  return {
    // Read whole: a stream could not be sent a second time. The files are small.
    put: async (key, file) => disk.put(within(key), await readFile(file)),
    async read(key) {
      try {
        const stream = await disk.getStream(within(key))
        return { stream, bytes: lengthOf(stream) }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (key) => disk.delete(within(key)),
    async isReachable() {
      await client.send(new HeadBucketCommand({ Bucket: name }))
      return true
    },
  }
}

/** The answer of the store is the stream itself, and says its length. */
function lengthOf(stream: Readable): number | null {
  const length = (stream as Partial<IncomingMessage>).headers?.['content-length']
  return length === undefined ? null : Number(length)
}

export const createImageStore = (storage: Bucket | null, folder: string): Promise<ImageStore> =>
  storage ? createBucketStore(storage) : Promise.resolve(createFolderStore(folder))

type StoreError = Error & { code?: string }

/** A missing bucket is not a missing file: it is a store that is away. */
function isMissing(error: unknown): boolean {
  return causesOf(error).some(({ code, name }) => code === 'ENOENT' || name === 'NoSuchKey')
}

/** Whether there is no room left, or none for this site. */
export function isFull(error: unknown): boolean {
  return causesOf(error).some(({ code, name }) => /^(ENOSPC|EDQUOT|QuotaExceeded)/.test(code ?? name))
}

function causesOf(error: unknown): StoreError[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
