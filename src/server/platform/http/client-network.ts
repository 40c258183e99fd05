import ipaddr from 'ipaddr.js'

/**
 * Returns the client's network: an IPv4 address itself, or the /64 of an IPv6 address, which one household or one
 * attacker often holds as a whole. Anything else that a proxy may send is returned unchanged. Clients that have disconnected
 * before their address was read have none, whatever the type of `request.ip` says: they share the network `unknown`.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const withoutZone = address.replace(/%.*$/s, '')
  if (!ipaddr.isValid(withoutZone)) return address
  const parsed = ipaddr.process(withoutZone)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

const network64 = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/

/**
 * Returns the /48 of an IPv6 network that `networkOf` returned, or null for any other. Providers give a whole /48 to one
 * customer, who then has 65,536 networks.
 */
export const widerNetworkOf = (network: string): string | null => {
  const prefix = network64.exec(network)?.[1]
  return prefix === undefined ? null : `${prefix}::/48`
}
