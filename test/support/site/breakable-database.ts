/** A database connection that a test can cut, like a network failure. */
import { onTestFinished } from 'vitest'
import { connectTo, createDatabase } from './app.ts'
import { openBreakableProxy } from './breakable-proxy.ts'

export async function createBreakableDatabase() {
  const { address } = await createDatabase()
  const { hostname, port } = new URL(address)
  const proxy = await openBreakableProxy({ host: hostname, port: Number(port) })
  const proxyAddress = new URL(address)
  proxyAddress.host = `127.0.0.1:${proxy.port}`
  const database = connectTo(proxyAddress.href)
  onTestFinished(async () => {
    await database.close().catch(() => {})
    await proxy.cut()
  })
  const { cut, restore, freeze, thaw } = proxy
  return { database, cut, restore, freeze, thaw }
}
