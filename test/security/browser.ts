/** An HTTP client with cookies that sends requests exactly as given, from a loopback address of its choice. */
import { type RequestOptions as HttpOptions, type IncomingHttpHeaders, request } from 'node:http'

/** The address that visitors know. A proxy in front would terminate TLS and pass requests on to the server's port. */
export const publicUrl = 'https://board.example.test'

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'TRACE'

export type BrowserOptions = {
  /** The client's address, such as 127.0.0.7. */
  from?: string
  cookies?: Record<string, string>
}

type RequestOptions = {
  /** A string or buffer is sent as it is, anything else as JSON. */
  body?: unknown
  /** Null omits a header that browsers send. */
  headers?: Record<string, string | string[] | null>
}

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  /** The names and values of all headers in the order received. */
  rawHeaders: string[]
  setCookies: string[]
  content: Buffer
  text: string
  json: <Body = Record<string, unknown>>() => Body
  /** Milliseconds from sending the request to the end of the response. */
  ms: number
}

export type Browser = {
  /** The cookies by name, as browsers store them. */
  cookies: Map<string, string>
  /** Sends a request with this path, unchanged. */
  send: (method: Method, path: string, options?: RequestOptions) => Promise<Answer>
  get: (path: string, headers?: RequestOptions['headers']) => Promise<Answer>
  post: (path: string, body?: unknown, headers?: RequestOptions['headers']) => Promise<Answer>
  put: (path: string, body?: unknown, headers?: RequestOptions['headers']) => Promise<Answer>
  delete: (path: string, headers?: RequestOptions['headers']) => Promise<Answer>
  /** Submits an HTML form. */
  submit: (
    path: string,
    fields: Record<string, string>,
    headers?: RequestOptions['headers'],
  ) => Promise<Answer>
}

const timeoutMs = 30_000

export function createBrowser(port: number, { from, cookies: initial = {} }: BrowserOptions = {}): Browser {
  const cookies = new Map(Object.entries(initial))

  async function send(method: Method, path: string, { body, headers = {} }: RequestOptions = {}) {
    const content = contentOf(body)
    const sent: Record<string, string | string[] | null> = {
      host: new URL(publicUrl).host,
      ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      // Browsers name the page's origin in every request that may change something.
      ...(!['GET', 'HEAD'].includes(method) && { origin: publicUrl }),
      ...(content && { 'content-length': String(content.length) }),
      ...(content &&
        typeof body !== 'string' &&
        !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
      ...headers,
    }
    const present = Object.entries(sent).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
    const answer = await exchange(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: Object.fromEntries(present),
        ...(from && { localAddress: from }),
      },
      content,
    )
    storeCookies(cookies, answer.setCookies)
    return answer
  }

  return {
    cookies,
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, body = {}, headers = {}) => send('POST', path, { body, headers }),
    put: (path, body = {}, headers = {}) => send('PUT', path, { body, headers }),
    delete: (path, headers = {}) => send('DELETE', path, { headers }),
    submit: (path, fields, headers = {}) =>
      send('POST', path, {
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
  }
}

function contentOf(body: unknown): Buffer | null {
  if (body === undefined) return null
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function exchange(options: HttpOptions, content: Buffer | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const outgoing = request(options, async (response) => {
      try {
        const received = Buffer.concat(await response.toArray())
        const text = received.toString('utf8')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          rawHeaders: response.rawHeaders,
          setCookies: response.headers['set-cookie'] ?? [],
          content: received,
          text,
          json: () => JSON.parse(text),
          ms: performance.now() - start,
        })
      } catch (error) {
        reject(error)
      }
    })
    outgoing.on('error', reject)
    outgoing.setTimeout(timeoutMs, () =>
      outgoing.destroy(new Error(`${options.method} ${options.path} got no response in time.`)),
    )
    outgoing.end(content ?? undefined)
  })
}

function storeCookies(cookies: Map<string, string>, setCookies: string[]) {
  for (const setCookie of setCookies) {
    const [pair = '', ...attributes] = setCookie.split(/;\s*/)
    const [name = '', ...value] = pair.split('=')
    const expired = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
    if (expired) cookies.delete(name)
    else cookies.set(name, value.join('='))
  }
}
