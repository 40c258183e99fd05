import type { Config } from '../../server/config/environment.ts'
import { type Findings, ok, problem, reasonOf } from './check.ts'

const timeoutMs = 5_000

/** Writes, reads, and deletes a key, as rate limits do. */
export async function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Findings> {
  if (!redisUrl) return []
  const { host } = new URL(redisUrl)
  const { createClient } = await import('@redis/client')
  const socket = { connectTimeout: timeoutMs, socketTimeout: timeoutMs, reconnectStrategy: false as const }
  const client = createClient({ url: redisUrl, socket })
  // The rejected call has the same error.
  client.on('error', () => {})
  const key = `corkboard:doctor:${process.pid}`
  try {
    await client.connect()
    await client.set(key, 'probe', { EX: 10 })
    if ((await client.get(key)) !== 'probe') throw new Error('what was read is not what was written')
    await client.del(key)
    return ok(`Redis at ${host} stores and returns keys.`)
  } catch (error) {
    return problem(
      `Redis at ${host} cannot be used: ${reasonOf(error)}. Each process counts rate limits by itself until it can.`,
      'Check that Redis is running, and the host, port, user, and password in REDIS_URL.',
    )
  } finally {
    if (client.isOpen) client.destroy()
  }
}
