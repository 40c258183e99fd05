/**
 * Decides who may connect while the listener is full. Whoever holds connections without naming a recipient, or holds more than
 * others, gives way, so that no few networks can keep everyone else out.
 */
import { networkOf } from '../../../platform/http/client-network.ts'

type Connection = {
  network: string
  /** Whether it has named a reply address that exists. */
  hasRecipient: boolean
  wrongRecipients: number
  timer: NodeJS.Timeout
}
type Limits = { connections: number; connectionsPerNetwork: number; connectionMs: number }

export function createConnectionShare(limits: Limits, close: (id: string) => void) {
  /** In the order of their beginning. */
  const open = new Map<string, Connection>()
  const countOf = (network: string) => [...open.values()].filter((other) => other.network === network).length

  /** Returns the connection that gives way to another one from `network`, or null if none does. */
  function findToClose(network: string): string | null {
    const candidates = [...open].map(([id, { hasRecipient, network }]) => ({
      id,
      hasRecipient,
      count: countOf(network),
    }))
    candidates.sort((a, b) => Number(a.hasRecipient) - Number(b.hasRecipient) || b.count - a.count)
    const [first] = candidates
    if (!first || (first.hasRecipient && first.count <= countOf(network) + 1)) return null
    return first.id
  }

  return {
    get: (id: string) => open.get(id),

    /** Returns whether this connection may stay. */
    add(id: string, address: string): boolean {
      const network = networkOf(address)
      if (countOf(network) >= limits.connectionsPerNetwork) return false
      if (open.size >= limits.connections) {
        const other = findToClose(network)
        if (other === null) return false
        this.remove(other)
        close(other)
      }
      const timer = setTimeout(() => close(id), limits.connectionMs).unref()
      open.set(id, { network, hasRecipient: false, wrongRecipients: 0, timer })
      return true
    },

    remove(id: string) {
      clearTimeout(open.get(id)?.timer)
      open.delete(id)
    },
  }
}
