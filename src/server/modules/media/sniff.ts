/** What a file is, told by its first bytes: its name, and what a browser says that it is, are not believed. */
import type { Refusal } from './picture-errors.ts'

/** So many are enough to tell. */
export const tellingBytes = 64

/** JPEG, PNG and GIF, as one character for each byte. */
const beginnings = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a']

/** Null for a picture that can be used, as far as its beginning tells. */
export function refusalOf(head: Buffer): Refusal | null {
  if (head.length === 0) return 'empty'
  const text = head.toString('latin1')
  if (beginnings.some((beginning) => text.startsWith(beginning))) return null
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return null
  const kinds = kindsOf(head, text)
  if (kinds.some((kind) => /^avi[fs]$/.test(kind))) return null
  return kinds.some((kind) => /^(he[iv][cfmsx]|mif1|msf1)$/.test(kind)) ? 'heic' : 'other'
}

/** AVIF and HEIC are wrapped alike. The first box names the kinds, four letters each: the main one, a number, others. */
function kindsOf(head: Buffer, text: string): string[] {
  if (!text.startsWith('ftyp', 4)) return []
  const box = text.slice(8, head.readUInt32BE(0))
  return [box.slice(0, 4), ...(box.slice(8).match(/.{4}/gs) ?? [])]
}
