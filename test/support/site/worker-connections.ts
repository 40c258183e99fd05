/** Requests on connections of their own, so that a test knows which worker of a site responds. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type WorkerReply = { status: number; headers: IncomingHttpHeaders; text: string; worker: string }

export type SendOptions = { method?: string; headers?: Record<string, string>; body?: unknown }

/** A connection to a site. All its requests reach the same worker as long as it stays open. */
export type WorkerConnection = {
  /** What the ids of this worker's requests begin with; another one after a restart. */
  worker: string
  send: (path: string, options?: SendOptions) => Promise<WorkerReply>
  close: () => void
}

/** Rejects if the connection fails, and after half a minute without a response. */
export function sendOn(
  agent: Agent,
  url: string,
  path: string,
  options: SendOptions = {},
): Promise<WorkerReply> {
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const json = body !== undefined && { 'content-type': 'application/json' }
    // The site listens on the IPv4 address only.
    const target = new URL(path, url.replace('localhost', '127.0.0.1'))
    const sent = request(target, { agent, method, headers: { ...json, ...headers }, timeout: 30_000 })
    sent.on('timeout', () => sent.destroy(new Error('No response.')))
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('error', reject)
      response.on('end', () => {
        const worker = String(response.headers['x-request-id']).slice(0, 11)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, worker })
      })
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function connect(url: string): Promise<WorkerConnection> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { worker } = await sendOn(agent, url, '/healthz')
  return {
    worker,
    send: (path, options) => sendOn(agent, url, path, options),
    close: () => agent.destroy(),
  }
}

/** Returns a connection to each of so many workers. The kernel chooses the worker, so this takes several attempts. */
export async function connectToWorkers(url: string, count: number): Promise<WorkerConnection[]> {
  const found = new Map<string, WorkerConnection>()
  for (let attempt = 0; found.size < count; attempt += 1) {
    if (attempt === 200) throw new Error(`Only ${found.size} of ${count} workers accept connections.`)
    for (const connection of await Promise.all(
      Array.from({ length: 8 }, () => connect(url).catch(() => null)),
    )) {
      if (!connection) continue
      if (found.has(connection.worker)) connection.close()
      else found.set(connection.worker, connection)
    }
  }
  return [...found.values()]
}
