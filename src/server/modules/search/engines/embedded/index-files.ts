/**
 * The files of the index: one for each segment, which never changes, and a manifest that names them. A checkpoint writes what is new and
 * then replaces the manifest, so that a crash at any point leaves the previous checkpoint or the new one.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type FileLock, tryLock } from '../../../../platform/file-lock.ts'
import { openSegment, type Segment, withDeleted } from './segment.ts'
import { sealSegment, segmentFormat, UnreadableIndex, verifySegment } from './segment-buffer.ts'
import { addPosting, type Bitset, blocksPerBitset, createBitset, minBitsetSlots, slotsOf } from './slots.ts'

/** What a checkpoint contains. */
export type IndexState = {
  segments: readonly Segment[]
  /** The position of `EngineWriter`. */
  position: string
}

/** Thrown while another process writes the files: that of another site, or one that is being replaced. */
class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another Corkboard stores its search index in ${folder}. Set a different DATA_DIR for each site.`)
  }
}

type Manifest = {
  format: number
  position: string
  segments: { id: number; file: string; deleted: string | null }[]
}

const manifestName = 'manifest.json'
const lockName = 'lock'
/** A checkpoint follows a minute after a change, and reading takes seconds. */
const maxLoads = 5
const isSegmentFile = (name: string) => name.startsWith('segment-')

export function openIndexFiles(folder: string) {
  const nameById = new Map<number, string>()
  let lock: FileLock | null = null
  let isReleased = false

  async function writeSegment({ id, buffer }: Segment): Promise<void> {
    // Never the name of a file that exists: another process that stops late may still write here.
    const name = `segment-${randomUUID()}`
    const path = join(folder, name)
    // A file that a manifest names must survive what the manifest survives.
    await writeFile(path, sealSegment(buffer), { flush: true }).catch(async (error: unknown) => {
      // On a full disk, half a file would take the space that others need, such as the database.
      await rm(path, { force: true })
      throw error
    })
    nameById.set(id, name)
  }

  async function deleteUnused() {
    const used = new Set(nameById.values())
    for (const name of await readdir(folder))
      if (isSegmentFile(name) && !used.has(name)) await rm(join(folder, name), { force: true })
  }

  /** Takes the lock. Until then, another process may delete files that this one has read. */
  async function takeLock() {
    if (lock) return
    lock = isReleased ? null : tryLock(join(folder, lockName), 0)
    if (!lock) throw new FolderInUse(folder)
    const existing = new Set(await readdir(folder))
    for (const [id, name] of nameById) if (!existing.has(name)) nameById.delete(id)
  }

  async function loadSegments(manifest: Manifest): Promise<IndexState> {
    const segments: Segment[] = []
    for (const { id, file, deleted } of manifest.segments)
      segments.push(await readSegment(id, join(folder, file), deleted))
    for (const { id, file } of manifest.segments) nameById.set(id, file)
    return { segments, position: manifest.position }
  }

  return {
    /** Returns the last checkpoint; null if there is none. Throws `UnreadableIndex` if it is damaged or of another version. */
    async load(): Promise<IndexState | null> {
      for (let attempt = 1; ; attempt++) {
        const manifest = await readManifest(join(folder, manifestName))
        if (!manifest) return null
        try {
          return await loadSegments(manifest)
        } catch (error) {
          // The process that this one replaces may have written a checkpoint meanwhile.
          const latest = await readManifest(join(folder, manifestName))
          if (latest?.position === manifest.position || attempt === maxLoads) throw error
        }
      }
    },

    /** Leaves the files to another process. */
    release(): void {
      isReleased = true
      lock?.release()
      lock = null
    },

    /** Writes a checkpoint, and deletes the files that it does not need. Throws `FolderInUse`. */
    async save({ segments, position }: IndexState): Promise<void> {
      await mkdir(folder, { recursive: true })
      await takeLock()
      for (const segment of segments) if (!nameById.has(segment.id)) await writeSegment(segment)
      const ids = new Set(segments.map(({ id }) => id))
      for (const id of nameById.keys()) if (!ids.has(id)) nameById.delete(id)
      const manifest: Manifest = {
        format: segmentFormat,
        position,
        segments: segments.map(({ id, deleted }) => ({
          id,
          file: nameById.get(id) ?? '',
          deleted: deleted && encodeSlots(deleted),
        })),
      }
      const text = JSON.stringify(manifest)
      const path = join(folder, manifestName)
      await writeFile(`${path}.new`, `${crc32(text)}\n${text}`, { flush: true })
      await rename(`${path}.new`, path)
      await syncFolder(folder)
      await deleteUnused()
    },
  }
}

async function readManifest(path: string): Promise<Manifest | null> {
  const content = await readIfExists(path)
  if (!content) return null
  const [checksum, text = ''] = content.toString().split('\n', 2)
  if (checksum !== String(crc32(text))) throw new UnreadableIndex('The manifest is damaged.')
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== segmentFormat)
    throw new UnreadableIndex(`The manifest has format ${manifest.format}, not ${segmentFormat}.`)
  return manifest
}

const readIfExists = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

async function readSegment(id: number, path: string, deleted: string | null): Promise<Segment> {
  const content = await readIfExists(path)
  if (!content) throw new UnreadableIndex(`The file ${path} is missing.`)
  // A buffer of its own, which begins at a multiple of 4.
  const { buffer } = new Uint8Array(content)
  verifySegment(buffer)
  const segment = openSegment(id, buffer)
  return deleted === null ? segment : withDeleted(segment, decodeSlots(deleted))
}

/** Makes new names of files survive a crash of the machine. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Deleted slots are stored as a posting is. */
function encodeSlots(deleted: Bitset): string {
  const slots = slotsOf(deleted)
  const { buffer, byteOffset, byteLength } = slots.length < minBitsetSlots ? slots : deleted
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

function decodeSlots(text: string): Bitset {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'))
  const deleted = createBitset()
  const isBitset = bytes.length === blocksPerBitset * 4
  addPosting(deleted, isBitset ? new Int32Array(bytes.buffer) : new Uint16Array(bytes.buffer))
  return deleted
}
