/**
 * Letters wait in the database, and in its backups, with links that let their reader into an account. They wait
 * encrypted, under a key that is made from the site's secret and is not in the database.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '../keys.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const keyFrom = (secret: string) => deriveKey(secret, 'corkboard mail')

/** Bound to what it belongs to: it opens only with the same secret and the same words. */
export function encrypt(secret: string, text: string, belongsTo: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFrom(secret), nonce).setAAD(Buffer.from(belongsTo))
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** Throws when the secret is another one, or anything was changed. */
export function decrypt(secret: string, sealed: string, belongsTo: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, keyFrom(secret), nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}
