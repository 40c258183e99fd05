/** A way to a database that a test can cut, as a network does. */
import { createServer, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { connectTo, createDatabase } from './app.ts'

export async function createBreakableDatabase() {
  const { address } = await createDatabase()
  const behind = new URL(address)
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = new Socket().connect(Number(behind.port), behind.hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const at = proxy.address()
  if (at === null || typeof at === 'string') throw new Error('The proxy does not listen on a port.')
  const front = new URL(address)
  front.hostname = '127.0.0.1'
  front.port = String(at.port)
  const database = connectTo(front.href)

  const cut = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      proxy.close(() => resolve())
    })
  onTestFinished(async () => {
    await database.close().catch(() => {})
    if (proxy.listening) await cut()
  })
  return { database, cut, mend: () => listen(at.port) }
}
