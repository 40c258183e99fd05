/**
 * Requests to addresses that people entered must not reach anything inside the operator's network. Every address that a name
 * has is checked when it is resolved, and the connection uses one of those checked.
 */
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/** Resolves a name as `lookup` of Node does. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Fails for a name with any address that is not public. Node does not call it for an address without a name. */
export const createPublicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('The name has no address.'), '')
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new Error('The name has an address that is not public.'), '')
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }

export const publicLookup = createPublicLookup(lookup)
