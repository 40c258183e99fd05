/** Reads an archive from a stream and verifies all of it. Holds one entry in memory at a time. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import type { ZodMiniType } from 'zod/mini'
import type { BackupKey } from '../../../config/backup-settings.ts'
import { checkDigestFrame } from './digest-frame.ts'
import { ageMagic, decryptStream } from './encryption.ts'
import {
  ArchiveError,
  type ArchiveInfo,
  ArchiveInfoSchema,
  formatVersion,
  infoEntry,
  maxEntryBytes,
  type Summary,
  SummarySchema,
  summaryEntry,
} from './format.ts'

const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

export type Visit = (name: string, content: Buffer, info: ArchiveInfo) => Promise<void> | void
export type Reading = { info: ArchiveInfo; summary: Summary; isEncrypted: boolean }

/** Calls `visit` with each entry. Throws an ArchiveError if a single bit differs, which it may find only after all visits. */
export async function readArchive(source: Readable, key: BackupKey | null, visit: Visit): Promise<Reading> {
  const { head, stream } = await peek(source)
  const isEncrypted = head.subarray(0, ageMagic.length).equals(ageMagic)
  if (!isEncrypted && !head.subarray(0, zstdMagic.length).equals(zstdMagic)) {
    source.destroy()
    throw new ArchiveError('This is not a backup of Corkboard, or its first bytes are damaged.')
  }
  const compressed = isEncrypted ? await decryptStream(stream, key) : stream
  const failure: { ofVisitor?: unknown } = {}
  const entries = extract()
  const [piped, read] = await Promise.allSettled([
    pipeline(compressed, checkDigestFrame, createZstdDecompress(), entries),
    readEntries(entries, async (name, content, info) => {
      try {
        await visit(name, content, info)
      } catch (error) {
        failure.ofVisitor = error
        throw error
      }
    }),
  ])
  source.destroy()
  // A pipeline that fails closes the reader of the entries, whose own error then says less.
  if ('ofVisitor' in failure) throw failure.ofVisitor
  if (read.status === 'rejected' && read.reason instanceof ArchiveError) throw read.reason
  if (piped.status === 'rejected') throw damaged(piped.reason)
  if (read.status === 'rejected') throw damaged(read.reason)
  return { ...read.value, isEncrypted }
}

type Entry = AsyncIterable<unknown> & { header: { name: string; size?: number | undefined } }

const damaged = (cause: unknown) =>
  new ArchiveError(`The archive is damaged or incomplete (${(cause as Error).message}).`, { cause })

/** Returns the first bytes, and a stream of all of them. */
async function peek(source: Readable): Promise<{ head: Buffer; stream: Readable }> {
  const chunks = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < ageMagic.length) {
    const { done, value } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value as Buffer])
  }
  async function* all() {
    yield head
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { head, stream: Readable.from(all(), { objectMode: false }) }
}

async function readEntries(entries: AsyncIterable<Entry>, visit: Visit) {
  const found: { info?: ArchiveInfo; summary?: Summary } = {}
  for await (const entry of entries) {
    const { name, size = 0 } = entry.header
    if (size > maxEntryBytes) throw new Error(`the entry ${name} is too large`)
    const content = await buffer(entry)
    if (!found.info) found.info = parseInfo(name, content)
    else if (name === summaryEntry) found.summary = parse(SummarySchema, name, content)
    else await visit(name, content, found.info)
  }
  const { info, summary } = found
  if (!info || !summary) throw new Error('its end is missing')
  return { info, summary }
}

function parseInfo(name: string, content: Buffer): ArchiveInfo {
  if (name !== infoEntry) throw new Error(`it does not begin with ${infoEntry}`)
  const { format } = JSON.parse(content.toString()) as { format?: number }
  if (typeof format === 'number' && format > formatVersion)
    throw new ArchiveError(
      'The archive was made by a newer version of Corkboard. Install that version, then restore.',
    )
  return parse(ArchiveInfoSchema, name, content)
}

function parse<Output>(schema: ZodMiniType<Output>, name: string, content: Buffer): Output {
  const { success, data } = schema.safeParse(JSON.parse(content.toString()))
  if (!success) throw new Error(`${name} is invalid`)
  return data
}
