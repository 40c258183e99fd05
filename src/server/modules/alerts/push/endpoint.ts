/**
 * Endpoints of push services come from clients, so a request to one must not reach anything inside the operator's network: only
 * https, only the standard port, and only public addresses, checked again when the name is resolved.
 */
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  // Push services have names; an address in any notation is none.
  return /\.[a-z][a-z0-9-]*$/i.test(hostname) && !ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))
}

export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Fails for a name with any address that is not public. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('The name has no address.'), '')
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new Error('The push service has an address that is not public.'), '')
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }

/** Connects to public addresses only. Only tests replace `resolve`. */
export const createPublicAgent = (resolve: Resolve = lookup) =>
  new Agent({ lookup: publicLookup(resolve), keepAlive: true, maxSockets: 8 })
