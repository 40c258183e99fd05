import { createHmac } from 'node:crypto'
import { widerNetworkOf } from './http/client-network.ts'
import { deriveKey } from './keys.ts'

export type NetworkHash = (network: string) => string

/** Returns a function that identifies clients by a keyed hash of their network, or of the IPv6 /48 that contains it. */
export function createNetworkHash(secret: string, purpose: string): NetworkHash {
  const key = deriveKey(secret, purpose)
  return (network) =>
    createHmac('sha256', key)
      .update(widerNetworkOf(network) ?? network)
      .digest('base64url')
}
