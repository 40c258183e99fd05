/** The keys with which the site identifies itself to push services (VAPID, RFC 8292). All servers derive the same ones. */
import { createECDH } from 'node:crypto'
import { deriveKey } from '../../../platform/keys.ts'

export type VapidKeys = { publicKey: string; privateKey: string }

/** Returns the keys in base64url. They last as long as the site's secret; another secret ends all subscriptions of browsers. */
export function vapidKeys(secret: string): VapidKeys {
  const ecdh = createECDH('prime256v1')
  const privateKey = deriveKey(secret, 'web push')
  ecdh.setPrivateKey(privateKey)
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
