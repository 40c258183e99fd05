/** A TCP proxy to a server that a test can cut and restore, like a network failure. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type BreakableProxy = {
  /** On 127.0.0.1. */
  port: number
  /** Closes every connection and refuses new ones. */
  cut: () => Promise<void>
  restore: () => Promise<void>
}

export async function openBreakableProxy(target: { host: string; port: number }): Promise<BreakableProxy> {
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(target)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo

  return {
    port,
    async cut() {
      if (!proxy.listening) return
      const closed = once(proxy, 'close')
      proxy.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async restore() {
      if (proxy.listening) return
      proxy.listen(port, '127.0.0.1')
      await once(proxy, 'listening')
    },
  }
}
