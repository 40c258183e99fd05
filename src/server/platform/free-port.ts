import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Returns a free port of 127.0.0.1 outside the ranges from which systems choose the ports of outgoing connections. Otherwise
 * a connection could take it before the server listens, and a client that retries while the server is down could get the
 * server's port and connect to itself.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(15_000, 30_000)
    if (await isFree(port)) return port
  }
  throw new Error('Found no free port between 15000 and 30000 on 127.0.0.1.')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => resolve(true)))
  })
}
