/**
 * Tokens that name one object for one purpose, in reply addresses and in links that need no sign-in. Nothing is stored: a token is
 * the object's id and a keyed hash of it. It never expires, and names no address.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from './keys.ts'

const idBytes = 16
/** 96 bits, which nobody can guess online; with the id, 45 characters, of which the local part of an address may have 64. */
const hashBytes = 12
/** Letters of one case and digits: mail servers may change the case of an address. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** Each purpose has its own key, so that a token works for one purpose only. */
export function createIdTokens(secret: string, purpose: string) {
  const key = deriveKey(secret, purpose)
  const hashOf = (id: Buffer) => createHmac('sha256', key).update(id).digest().subarray(0, hashBytes)
  return {
    create(uuid: string): string {
      const id = Buffer.from(uuid.replaceAll('-', ''), 'hex')
      return encode(Buffer.concat([id, hashOf(id)]))
    },

    /** Returns the id in a token that we created, else null. */
    read(token: string): string | null {
      const bytes = decode(token)
      if (bytes?.length !== idBytes + hashBytes) return null
      const id = bytes.subarray(0, idBytes)
      if (!timingSafeEqual(bytes.subarray(idBytes), hashOf(id))) return null
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}

/** Base32 (RFC 4648) without padding. */
function encode(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}

function decode(text: string): Buffer | null {
  const values = [...text.toLowerCase()].map((character) => alphabet.indexOf(character))
  if (values.includes(-1)) return null
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
