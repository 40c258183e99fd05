/** Sends requests at a fixed rate, whether or not earlier ones have been answered, and records what became of each. */
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export type Outcome = {
  kind: string
  /** Milliseconds since the start of the load. */
  at: number
  milliseconds: number
  /** 0: no complete response. */
  status: number
  /** Why there is no response. */
  error: string
  requestId: string
  body: string
}

export type LoadRequest = {
  kind: string
  method?: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

const timeoutMs = 20_000

export class Load {
  readonly outcomes: Outcome[] = []
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 400 })
  readonly #started = performance.now()
  readonly #pending = new Set<Promise<void>>()

  constructor(url: string) {
    this.#url = url
  }

  get elapsedMs(): number {
    return performance.now() - this.#started
  }

  /** Sends `perSecond` requests until `isOver`, then waits for the last responses. */
  async run(perSecond: number, next: (index: number) => LoadRequest, isOver: () => boolean) {
    const started = performance.now()
    for (let index = 0; !isOver(); index += 1) {
      const wait = started + (index * 1000) / perSecond - performance.now()
      if (wait > 0) await delay(wait)
      const sending = this.send(next(index)).then(() => void this.#pending.delete(sending))
      this.#pending.add(sending)
    }
    await Promise.all(this.#pending)
  }

  async send({ kind, method = 'GET', path, headers = {}, body }: LoadRequest): Promise<Outcome> {
    const at = this.elapsedMs
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const result = await new Promise<Pick<Outcome, 'status' | 'error' | 'requestId' | 'body'>>((resolve) => {
      const fail = (error: string) => resolve({ status: 0, error, requestId: '', body: '' })
      const request = httpRequest(`${this.#url}${path}`, {
        method,
        agent: this.#agent,
        headers: {
          ...headers,
          ...(payload && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          }),
        },
        timeout: timeoutMs,
      })
      request.on('timeout', () => request.destroy(new Error('timeout')))
      request.on('error', (error) => fail(error.message))
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', (error) => fail(error.message))
        response.on('end', () => {
          if (!response.complete) return fail('incomplete response')
          const id = response.headers['x-request-id']
          resolve({
            status: response.statusCode ?? 0,
            error: '',
            requestId: `${id ?? ''}`,
            body: Buffer.concat(chunks).toString(),
          })
        })
      })
      request.end(payload)
    })
    const outcome = { kind, at, milliseconds: this.elapsedMs - at, ...result }
    // Bodies are large, and only those of failures are looked at later.
    this.outcomes.push({ ...outcome, body: kind === 'page' || result.status < 500 ? '' : outcome.body })
    return outcome
  }

  /** Requests that got no response, or one that says that the server failed. */
  get failed(): Outcome[] {
    return this.outcomes.filter(({ status }) => status === 0 || status >= 500)
  }

  /** The processes that responded: a request id begins with eight random bytes of its process. */
  get processes(): Set<string> {
    return new Set(
      this.outcomes.filter(({ requestId }) => requestId).map(({ requestId }) => requestId.slice(0, 11)),
    )
  }

  /** Returns a percentile of the response times, in milliseconds. */
  percentile(share: number): number {
    const times = this.outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
    return Math.round(times[Math.floor(times.length * share)] ?? 0)
  }

  close() {
    this.#agent.destroy()
  }
}

/** For the message of a failed test: how many of each, and when. */
export function summarize(outcomes: Outcome[]): string {
  const groups = Map.groupBy(
    outcomes,
    ({ kind, status, error, body }) => `${kind.split(' ')[0]}: ${status || error} ${body.slice(0, 100)}`,
  )
  return [...groups]
    .map(
      ([name, group]) =>
        `${name} ×${group.length} (${Math.round(group[0]?.at ?? 0)}–${Math.round(group.at(-1)?.at ?? 0)} ms)`,
    )
    .join('; ')
}
