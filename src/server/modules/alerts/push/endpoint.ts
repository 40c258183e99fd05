/**
 * Endpoints of push services come from clients, so a request to one must not reach anything inside the operator's network: only
 * https, only the standard port, and only public addresses, checked again when the name is resolved.
 */
import { lookup } from 'node:dns'
import { Agent } from 'node:https'
import ipaddr from 'ipaddr.js'
import { createPublicLookup, type Resolve } from '../../../platform/http/public-address.ts'

export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  // Push services have names; an address in any notation is none.
  return /\.[a-z][a-z0-9-]*$/i.test(hostname) && !ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))
}

/** Connects to public addresses only. Only tests replace `resolve`. */
export const createPublicAgent = (resolve: Resolve = lookup) =>
  new Agent({ lookup: createPublicLookup(resolve), keepAlive: true, maxSockets: 8 })
