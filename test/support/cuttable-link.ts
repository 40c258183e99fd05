/** A TCP connection to a real server that a test can cut and mend: what a lost database looks like to its clients. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type CuttableLink = {
  /** Where it is reached, on 127.0.0.1. */
  port: number
  /** Ends every connection and refuses new ones. */
  cut: () => Promise<void>
  mend: () => Promise<void>
}

export async function openCuttableLink(target: { host: string; port: number }): Promise<CuttableLink> {
  const open = new Set<Socket>()
  const gate = createServer((near) => {
    const far = connect(target)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  gate.listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const { port } = gate.address() as AddressInfo

  return {
    port,
    async cut() {
      if (!gate.listening) return
      const closed = once(gate, 'close')
      gate.close()
      for (const socket of open) socket.destroy()
      await closed
    },
    async mend() {
      if (gate.listening) return
      gate.listen(port, '127.0.0.1')
      await once(gate, 'listening')
    },
  }
}
