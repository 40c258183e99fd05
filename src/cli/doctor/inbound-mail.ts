import { once } from 'node:events'
import { connect } from 'node:net'
import type { Config } from '../../server/config/environment.ts'
import { type Findings, ok, problem, reasonOf, warning } from './check.ts'

const timeoutMs = 5_000
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
