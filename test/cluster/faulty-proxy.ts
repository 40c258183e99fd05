/** A TCP proxy with a bad network: it delays what it forwards, loses some of it for a while, and resets connections. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type Faults = {
  delayMs: number
  /** The share of chunks that arrive only after TCP has sent them again. */
  loss: number
  /** The share of chunks of which only half arrives before the connection is reset. */
  resets: number
}

export type FaultyProxy = { port: number; resets: () => number; close: () => Promise<void> }

/** How long TCP waits at least before it sends a lost packet again. */
const retransmissionMs = 200

export async function openFaultyProxy(
  targetPort: number,
  { delayMs, loss, resets }: Faults,
): Promise<FaultyProxy> {
  const sockets = new Set<Socket>()
  let resetCount = 0
  const proxy = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port: targetPort })
    const pair = [client, upstream]
    const destroyBoth = () => pair.forEach((socket) => void socket.resetAndDestroy())
    for (const socket of pair) {
      sockets.add(socket)
      socket.on('error', destroyBoth)
      socket.on('close', () => sockets.delete(socket))
    }
    void forward(client, upstream)
    void forward(upstream, client)

    async function forward(from: Socket, to: Socket) {
      try {
        for await (const chunk of from) {
          await delay(delayMs + (Math.random() < loss ? retransmissionMs : 0))
          if (Math.random() < resets) {
            resetCount += 1
            to.write((chunk as Buffer).subarray(0, (chunk as Buffer).length / 2))
            return destroyBoth()
          }
          to.write(chunk as Buffer)
        }
        to.end()
      } catch {
        destroyBoth()
      }
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    resets: () => resetCount,
    async close() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
      await once(proxy, 'close')
    },
  }
}
