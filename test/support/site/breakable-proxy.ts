/** A TCP proxy to a server that a test can cut and restore, like a network failure. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type BreakableProxy = {
  /** On 127.0.0.1. */
  port: number
  /** Closes every connection and refuses new ones. */
  cut: () => Promise<void>
  restore: () => Promise<void>
  /** Forwards nothing until `thaw`, but keeps connections open and accepts new ones, like a server that hangs. */
  freeze: () => void
  thaw: () => void
}

export async function openBreakableProxy(target: { host: string; port: number }): Promise<BreakableProxy> {
  const sockets = new Set<Socket>()
  let frozen = false
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
    if (frozen) for (const socket of [client, upstream]) socket.pause()
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
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    async restore() {
      if (proxy.listening) return
      proxy.listen(port, '127.0.0.1')
      await once(proxy, 'listening')
    },
  }
}
