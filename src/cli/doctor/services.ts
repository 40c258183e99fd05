/** The other servers that a site may use: Redis, its listener for replies by email, and search servers. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Config } from '../../server/config/environment.ts'
import { type Finding, type Findings, ok, problem, reasonOf, warning } from './check.ts'

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

const wildcards: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

export async function checkInboundMail({
  inboundMail,
  production,
}: Pick<Config, 'inboundMail' | 'production'>): Promise<Findings> {
  if (!inboundMail) return []
  const { domain, host, port } = inboundMail
  const place = `INBOUND_MAIL_LISTEN (port ${port})`
  const socket = connect({ host: wildcards[host] ?? host, port })
  try {
    const [greeting] = await once(socket.setEncoding('utf8'), 'data', {
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (String(greeting).includes(domain)) return ok(`Replies to ${domain} are received at ${place}.`)
    return problem(
      `Another program responds at ${place}: ${String(greeting).trim()}`,
      'Stop that program, or set INBOUND_MAIL_LISTEN to another address and restart the server.',
    )
  } catch (error) {
    return (production ? problem : warning)(
      `Nothing receives replies at ${place}: ${reasonOf(error)}`,
      'Start the server. If it is running, its log says why it cannot listen there.',
    )
  } finally {
    socket.destroy()
  }
}

export async function checkSearchServers({
  searchCluster,
}: Pick<Config, 'searchCluster'>): Promise<Findings> {
  if (!searchCluster) return []
  const { readIndexes } = await import('../../server/modules/search/engines/manticore/open-manticore.ts')
  return Promise.all(
    (await readIndexes(searchCluster)).map(({ name, position, error }): Finding => {
      if (error)
        return problem(
          `The search server ${name} cannot be used: ${reasonOf(error)}`,
          'Check that it runs with the tables of deploy/manticore/searchd.conf, and its address in SEARCH_URL.',
        )
      if (position !== null) return ok(`The search server ${name} has an index.`)
      return warning(
        `The search server ${name} has no index yet.`,
        'Wait: the job process builds it. The log says how far it is.',
      )
    }),
  )
}
