import { hkdfSync } from 'node:crypto'

/** Returns a 32-byte key derived from the site's secret (HKDF-SHA256). Every purpose has its own key. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
