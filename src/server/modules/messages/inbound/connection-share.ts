/**
 * Decides who may connect while the listener is full. A client that holds connections without naming a recipient, or more than
 * others, gives way, so that no few networks can keep everyone else out. One customer may have all networks of an IPv6 /48.
 */
import { networkOf, widerNetworkOf } from '../../../platform/http/client-network.ts'
import { widerNetworkFactor } from '../../../platform/http/rate-limiter.ts'

type Connection = {
  network: string
  /** The IPv6 /48 that contains the network, or the network itself. */
  customer: string
  /** Whether it has named a reply address that exists. */
  hasRecipient: boolean
  wrongRecipients: number
  timer: NodeJS.Timeout
}
type Limits = { connections: number; connectionsPerNetwork: number; connectionMs: number }

export function createConnectionShare(limits: Limits, close: (id: string) => void) {
  /** In the order of their beginning. */
  const open = new Map<string, Connection>()
  const countOf = (key: 'network' | 'customer', value: string) =>
    [...open.values()].filter((other) => other[key] === value).length

  /** Returns the connection that gives way to another one of `customer`, or null if none does. */
  function findToClose(customer: string): string | null {
    const candidates = [...open].map(([id, connection]) => ({
      id,
      hasRecipient: connection.hasRecipient,
      count: countOf('customer', connection.customer),
    }))
    candidates.sort((a, b) => Number(a.hasRecipient) - Number(b.hasRecipient) || b.count - a.count)
    const [first] = candidates
    if (!first || (first.hasRecipient && first.count <= countOf('customer', customer) + 1)) return null
    return first.id
  }

  return {
    get: (id: string) => open.get(id),

    /** Returns whether this connection may stay. */
    add(id: string, address: string): boolean {
      const network = networkOf(address)
      const customer = widerNetworkOf(network) ?? network
      const { connectionsPerNetwork: max } = limits
      if (countOf('network', network) >= max || countOf('customer', customer) >= max * widerNetworkFactor)
        return false
      if (open.size >= limits.connections) {
        const other = findToClose(customer)
        if (other === null) return false
        this.remove(other)
        close(other)
      }
      const timer = setTimeout(() => close(id), limits.connectionMs).unref()
      open.set(id, { network, customer, hasRecipient: false, wrongRecipients: 0, timer })
      return true
    },

    remove(id: string) {
      clearTimeout(open.get(id)?.timer)
      open.delete(id)
    },
  }
}
