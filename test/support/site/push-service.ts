/**
 * A push service with one browser: accepts notifications over TLS, checks who sends them (RFC 8292), and decrypts them as a browser
 * would (RFC 8291). Written from the RFCs, without the library that the site uses.
 */
import { execFileSync } from 'node:child_process'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'

type Notification = { title: string; body: string; path: string; tag: string }

export type PushService = Awaited<ReturnType<typeof startPushService>>

export async function startPushService() {
  const { cert, key } = await createCertificate()
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  const received: Notification[] = []
  const statuses: number[] = []
  let requests = 0
  let location = ''
  let origin = ''
  const server = createServer({ cert, key }, async (request, response) => {
    requests += 1
    const body = await buffer(request)
    const status = statuses.shift() ?? 201
    if (status === 201) {
      await verifySender(request.headers.authorization ?? '', origin)
      received.push(JSON.parse(decrypt(body).toString('utf8')) as Notification)
    }
    response.writeHead(status, status >= 300 && status < 400 ? { location } : {}).end()
  })

  function decrypt(body: Buffer): Buffer {
    const salt = body.subarray(0, 16)
    const keyLength = body[20] ?? 0
    const serverKey = body.subarray(21, 21 + keyLength)
    const encrypted = body.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey])
    const input = hkdfSync('sha256', ecdh.computeSecret(serverKey), auth, info, 32)
    const contentKey = Buffer.from(
      hkdfSync('sha256', new Uint8Array(input), salt, 'Content-Encoding: aes128gcm\0', 16),
    )
    const nonce = Buffer.from(
      hkdfSync('sha256', new Uint8Array(input), salt, 'Content-Encoding: nonce\0', 12),
    )
    const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
    decipher.setAuthTag(encrypted.subarray(-16))
    const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2))
  }

  server.listen(0, 'localhost')
  await once(server, 'listening')
  origin = `https://localhost:${(server.address() as AddressInfo).port}`
  const agent = new Agent({ ca: cert })
  return {
    received,
    /** Returns how many requests have arrived. */
    requests: () => requests,
    /** Connects to this service, whose certificate nothing else trusts. */
    agent,
    isAllowedEndpoint: (endpoint: string) => endpoint.startsWith(`${origin}/`),
    /** What the browser would send to the site. */
    subscription: {
      endpoint: `${origin}/browser/1`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    /** Responds with these statuses next. */
    fail: (...next: number[]) => void statuses.push(...next),
    /** Redirects the next request. */
    redirect(status: number, to: string) {
      statuses.push(status)
      location = to
    },
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Throws unless the sender signed for this service with the key that it names. */
async function verifySender(authorization: string, audience: string) {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'), {
    audience,
  })
}

async function createCertificate() {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-push-'))
  const options =
    '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout key.pem -out cert.pem'
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', '-x509', ...options.split(' '), ...names], { cwd: folder, stdio: 'ignore' })
  const [cert = '', key = ''] = await Promise.all(
    ['cert.pem', 'key.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  await rm(folder, { recursive: true })
  return { cert, key }
}
