/** Encrypts archives with age (https://age-encryption.org), so that its command line tool can decrypt them too. */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import type { BackupKey } from '../../../config/backup-settings.ts'
import { ArchiveError } from './format.ts'

export const ageMagic = Buffer.from('age-encryption.org/')

export async function encryptStream(source: Readable, { kind, text }: BackupKey): Promise<Readable> {
  const encrypter = new Encrypter()
  if (kind === 'passphrase') encrypter.setPassphrase(text)
  else encrypter.addRecipient(kind === 'identity' ? await identityToRecipient(text) : text)
  return toNode(await encrypter.encrypt(toWeb(source)))
}

/** Throws an ArchiveError for a wrong key. Errors of the stream mean that the content is damaged. */
export async function decryptStream(source: Readable, key: BackupKey | null): Promise<Readable> {
  if (!key)
    throw new ArchiveError('The archive is encrypted. Set BACKUP_KEY to the key it was encrypted with.')
  if (key.kind === 'recipient')
    throw new ArchiveError(
      'BACKUP_KEY is a public key, which can only encrypt. To restore, set it to the secret key (AGE-SECRET-KEY-1…).',
    )
  const decrypter = new Decrypter()
  if (key.kind === 'passphrase') decrypter.addPassphrase(key.text)
  else decrypter.addIdentity(key.text)
  try {
    return toNode(await decrypter.decrypt(toWeb(source)))
  } catch (cause) {
    throw new ArchiveError(
      'BACKUP_KEY does not decrypt this archive: it was encrypted with another key, or its first bytes are damaged.',
      { cause },
    )
  }
}

// The types of web streams in Node and in the DOM library, which the package uses, differ in name only.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>
const toNode = (stream: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(stream as ReadableStream)
