import { randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { pack } from 'tar-stream'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { streamOf } from '../../../../../test/support/data/backups.ts'
import type { BackupKey } from '../../../config/backup-settings.ts'
import { ArchiveError, type ArchiveInfo, formatVersion } from './format.ts'
import { readArchive } from './read-archive.ts'
import { type AddEntry, writeArchive } from './write-archive.ts'

const info: ArchiveInfo = {
  format: formatVersion,
  version: '1.2.3',
  site: 'Board',
  created: '2026-11-20T12:00:00.000Z',
  migrations: ['0001_first'],
  tables: [{ name: 'listing', columns: ['id', 'title'] }],
  secretFingerprint: '0011223344556677',
}

const content = {
  rows: { listing: 2 },
  sequences: [],
  pictureFiles: 1,
  missingPictureFiles: [],
}
const picture = randomBytes(5000)

const write = async (key: BackupKey | null, addEntries?: (add: AddEntry) => Promise<void>, header = info) =>
  buffer(
    await writeArchive(header, key, async (add) => {
      await add('tables/listing/000001.copy', Buffer.from('1\tPiano\n2\tGuitar\n'))
      await add('pictures/ads/a.webp', picture)
      await addEntries?.(add)
      return content
    }),
  )

/** Returns the entries of an archive. */
async function read(archive: Buffer, key: BackupKey | null) {
  const entries: Record<string, string> = {}
  const reading = await readArchive(await streamOf(archive)(), key, (name, body) => {
    entries[name] = body.toString('base64')
  })
  return { ...reading, entries }
}

const flip = (archive: Buffer, bit: number): Buffer => {
  const flipped = Buffer.from(archive)
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return flipped
}

/** The header of a zstd frame has at most 14 bytes, the frame of the digest 40. */
const headBytes = 20
const tailBytes = 44

const identity = await generateX25519Identity()
const keys: [string, BackupKey | null][] = [
  ['not encrypted', null],
  ['encrypted', { kind: 'identity', text: identity }],
]

describe.each(keys)('an archive that is %s', (_name, key) => {
  let archive: Buffer
  beforeAll(async () => {
    archive = await write(key)
  })

  test('contains what was written', async () => {
    const { entries, summary, isEncrypted, info: readInfo } = await read(archive, key)
    expect(readInfo).toEqual(info)
    expect(summary).toEqual(content)
    expect(isEncrypted).toBe(key !== null)
    expect(Object.keys(entries)).toEqual(['tables/listing/000001.copy', 'pictures/ads/a.webp'])
    expect(entries['pictures/ads/a.webp']).toBe(picture.toString('base64'))
  })

  /** Flips bits where formats have fields, some that are rarely used, and bits anywhere. */
  async function expectFlipsRejected({ every, elsewhere }: { every: number; elsewhere: number }) {
    const rejects = async (bit: number) => {
      await expect(read(flip(archive, bit), key), `bit ${bit}`).rejects.toThrow(ArchiveError)
    }
    for (let bit = 0; bit < headBytes * 8; bit += every) await rejects(bit)
    for (let bit = (archive.length - tailBytes) * 8; bit < archive.length * 8; bit += every)
      await rejects(bit)
    await fc.assert(fc.asyncProperty(fc.nat({ max: archive.length * 8 - 1 }), rejects), {
      numRuns: elsewhere,
    })
  }

  // Not a divisor of 8, so that each bit of a byte has its turn.
  test('is rejected with one bit flipped', () => expectFlipsRejected({ every: 5, elsewhere: 50 }))
  test('is rejected with any one bit flipped', { tags: ['slow'] }, () =>
    expectFlipsRejected({ every: 1, elsewhere: 250 }),
  )

  test('is rejected when it is cut off anywhere, or continues', async () => {
    const rejects = async (damaged: Buffer) => {
      await expect(read(damaged, key)).rejects.toThrow(ArchiveError)
    }
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: archive.length - 1 }), (length) => rejects(archive.subarray(0, length))),
      { numRuns: 40 },
    )
    for (let cut = 1; cut < tailBytes; cut += 3) await rejects(archive.subarray(0, -cut))
    await rejects(Buffer.concat([archive, Buffer.from([0])]))
    await rejects(Buffer.concat([archive, archive]))
  })

  test('fails with the error of what reads it', async () => {
    const problem = new Error('The database is full.')
    await expect(
      readArchive(await streamOf(archive)(), key, () => {
        throw problem
      }),
    ).rejects.toBe(problem)
  })
})

test('a failure while the content is read fails the archive', async () => {
  const archive = writeArchive(info, null, async (add) => {
    await add('pictures/ads/a.webp', picture)
    throw new Error('The storage is unreachable.')
  })
  await expect(buffer(await archive)).rejects.toThrow('The storage is unreachable.')
})

test('one entry at a time is in memory, however slowly the archive is read', async () => {
  let added = 0
  const archive = await writeArchive(info, null, async (add) => {
    for (; added < 200; added += 1) await add(`pictures/ads/${added}`, randomBytes(1024 * 1024))
    return content
  })
  const slow = new PassThrough({ highWaterMark: 1024 })
  archive.pipe(slow)
  await vi.waitFor(() => expect(added).toBeGreaterThan(0), 30_000)
  await new Promise((resolve) => setImmediate(resolve))
  expect(added).toBeLessThan(20)
  archive.destroy()
})

describe('keys', () => {
  test('a public key encrypts; only its secret key decrypts', async () => {
    const recipient: BackupKey = { kind: 'recipient', text: await identityToRecipient(identity) }
    const archive = await write(recipient)
    await expect(read(archive, recipient)).rejects.toThrow('is a public key')
    expect((await read(archive, { kind: 'identity', text: identity })).summary.rows).toEqual({ listing: 2 })
  })

  test('a wrong or missing key is named as such', async () => {
    const archive = await write({ kind: 'identity', text: identity })
    await expect(read(archive, null)).rejects.toThrow('The archive is encrypted. Set BACKUP_KEY')
    for (const wrong of [
      { kind: 'identity', text: await generateX25519Identity() } as const,
      { kind: 'passphrase', text: 'some other passphrase of words' } as const,
    ])
      await expect(read(archive, wrong)).rejects.toThrow('BACKUP_KEY does not decrypt this archive')
  })

  test('a passphrase decrypts what it encrypted', { tags: ['slow'] }, async () => {
    const passphrase: BackupKey = { kind: 'passphrase', text: 'walnut kettle harbor fence' }
    const archive = await write(passphrase)
    expect((await read(archive, passphrase)).isEncrypted).toBe(true)
    await expect(read(archive, { ...passphrase, text: 'walnut kettle harbor fences' })).rejects.toThrow(
      'BACKUP_KEY does not decrypt this archive',
    )
  })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('hello, this is not an archive at all')],
  ['a gzip file', Buffer.from('1f8b0800000000000003', 'hex')],
])('%s is not a backup', async (_name, file) => {
  await expect(readArchive(Readable.from([file]), null, () => {})).rejects.toThrow('not a backup')
})

test('an archive of format 1, which also has checksums, is verified like others', async () => {
  const addChecksums = (add: AddEntry) =>
    add('checksums/000001.sha256', Buffer.from(`${'0'.repeat(64)}  archive.json\n`))
  const archive = await write(null, addChecksums, { ...info, format: 1 })
  expect((await read(archive, null)).summary).toEqual(content)
  await expect(read(flip(archive, archive.length * 4), null)).rejects.toThrow('damaged')
})

test('a tar file of something else is not restored', async () => {
  const other = pack()
  other.entry({ name: 'listing.csv' }, 'id,title')
  other.finalize()
  const file = zstdCompressSync(await buffer(other))
  const visit = vi.fn()
  await expect(readArchive(Readable.from([file]), null, visit)).rejects.toThrow(ArchiveError)
  expect(visit).not.toHaveBeenCalled()
})

test('an archive of a newer format says so', async () => {
  const archive = await write(null, undefined, { ...info, format: formatVersion + 1 })
  await expect(read(archive, null)).rejects.toThrow('newer version of Corkboard')
})
