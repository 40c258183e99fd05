/** Encrypts queued emails, whose links give access to an account, with a key that is not in the database. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '../keys.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const keyFrom = (secret: string) => deriveKey(secret, 'corkboard mail')

/** Encrypts `plaintext`. Decrypting requires the same secret and the same `aad` (additional authenticated data). */
export function encrypt(secret: string, plaintext: string, aad: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFrom(secret), nonce).setAAD(Buffer.from(aad))
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
}

/** Throws if the secret or `aad` differs, or if `encrypted` was tampered with. */
export function decrypt(secret: string, encrypted: string, aad: string): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, keyFrom(secret), nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(aad)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const plaintext = decipher.update(bytes.subarray(nonceBytes + tagBytes))
  return Buffer.concat([plaintext, decipher.final()]).toString('utf8')
}
