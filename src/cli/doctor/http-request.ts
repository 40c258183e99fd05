/** One GET request, with what `fetch` does not tell: the certificate, and the address it went to. */
import { get as getHttp, type IncomingHttpHeaders } from 'node:http'
import { get as getHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'

export type Reply = {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** The IP address of the server or proxy. */
  address: string
  certificateExpires: Date | null
}

const timeoutMs = 10_000

type RequestOptions = {
  headers?: Record<string, string>
  /** For tests: a certificate authority to trust. */
  ca?: string | undefined
}

/** Does not follow redirects. Throws if there is no response within ten seconds, or the certificate is not valid. */
export function request(url: string, { headers = {}, ca }: RequestOptions = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { headers, agent: false, timeout: timeoutMs, ...(ca && { ca }) }
    const get = url.startsWith('https:') ? getHttps : getHttp
    const call = get(url, options, async (response) => {
      const { socket, statusCode = 0 } = response
      const expires = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : null
      resolve({
        status: statusCode,
        headers: response.headers,
        address: socket.remoteAddress ?? '',
        certificateExpires: expires ? new Date(expires) : null,
        body: await text(response).catch(() => ''),
      })
    })
    call.on('timeout', () => call.destroy(new Error(`no response within ${timeoutMs / 1000} seconds`)))
    call.on('error', reject)
  })
}
