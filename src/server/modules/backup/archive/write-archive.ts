/** Writes the entries of an archive into a stream. Holds one entry in memory at a time. */
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'
import type { BackupKey } from '../../../config/backup-settings.ts'
import { appendDigestFrame } from './digest-frame.ts'
import { encryptStream } from './encryption.ts'
import { type ArchiveInfo, infoEntry, type Summary, summaryEntry } from './format.ts'

export type AddEntry = (name: string, content: Buffer) => Promise<void>

const zstdOptions = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

/** Returns the bytes of an archive whose entries `addContent` adds. The stream fails with the error that `addContent` throws. */
export async function writeArchive(
  info: ArchiveInfo,
  key: BackupKey | null,
  addContent: (add: AddEntry) => Promise<Summary>,
): Promise<Readable> {
  const tar = pack()
  const output = new PassThrough()
  // The consumer of `output` sees the first error of either.
  const compressed = pipeline(Readable.from(tar), createZstdCompress(zstdOptions), appendDigestFrame, output)
  compressed.catch(() => {})
  addEntries(tar, info, addContent).catch((error: Error) => {
    output.destroy(error)
    tar.destroy(error)
  })
  return key ? encryptStream(output, key) : output
}

async function addEntries(
  tar: ReturnType<typeof pack>,
  info: ArchiveInfo,
  addContent: (add: AddEntry) => Promise<Summary>,
) {
  const mtime = new Date(info.created)
  const add: AddEntry = (name, content) =>
    new Promise<void>((resolve, reject) => {
      const entry = tar.entry({ name, size: content.length, mode: 0o600, mtime }, (error) =>
        error ? reject(error) : resolve(),
      )
      entry.on('error', reject)
      entry.end(content)
    })
  await add(infoEntry, toJson(info))
  await add(summaryEntry, toJson(await addContent(add)))
  tar.finalize()
}

const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
