import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { messagesOf, problemsOf } from '../../../test/support/checks/findings.ts'
import { temporaryFolder } from '../../../test/support/data/backups.ts'
import { createTestApp } from '../../../test/support/site/app.ts'
import { siteSecret } from '../../../test/support/site/site-secret.ts'
import { checkForwarding, checkPlainHttp, checkSite } from './site.ts'

describe('the site', () => {
  const listen = async (server: ReturnType<typeof createServer>) => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }
  const check = (publicUrl: string, ca?: string) =>
    checkSite({ config: { publicUrl, production: true }, secret: siteSecret, ca })

  /** Starts an app behind a proxy that treats X-Forwarded-For like this. */
  async function startBehindProxy(
    trustProxy: string | false,
    forward: (claimed: string) => string | undefined,
  ) {
    const { app } = await createTestApp(undefined, { trustProxy })
    const origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
    // On a busy machine, the first connection to the database can take longer than the server waits.
    await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), 60_000)
    const port = await listen(
      createServer(async (request, response) => {
        const forwarded = forward(String(request.headers['x-forwarded-for'] ?? ''))
        const { authorization } = request.headers
        const reply = await fetch(origin + request.url, {
          headers: {
            ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
            ...(authorization && { authorization }),
          },
        })
        response.writeHead(reply.status, { date: new Date().toUTCString() }).end(await reply.text())
      }),
    )
    return `http://127.0.0.1:${port}`
  }

  test('a proxy that appends the address it sees is fine', async () => {
    const url = await startBehindProxy('loopback', (claimed) => `${claimed}, 198.51.100.20`)
    const findings = await check(url)
    expect(problemsOf(findings)).toEqual([])
    expect(messagesOf(findings, 'ok').join()).toContain('The server sees this machine as 198.51.100.20')
  })

  test('a proxy that is not named in TRUST_PROXY is a problem', async () => {
    const url = await startBehindProxy(false, (claimed) => `${claimed}, 198.51.100.20`)
    expect(problemsOf(await check(url)).join()).toContain('Add 127.0.0.1 to TRUST_PROXY.')
  })

  test('a trusted proxy on this machine that passes on the address of this machine is fine', async () => {
    const url = await startBehindProxy('loopback', () => '127.0.0.1')
    expect(problemsOf(await check(url))).toEqual([])
    const untrusted = await startBehindProxy(false, () => '127.0.0.1')
    expect(problemsOf(await check(untrusted)).join()).toContain('Add 127.0.0.1 to TRUST_PROXY.')
  })

  const visible = '8.8.4.4'
  const forged = '203.0.113.7'
  test.each<[string, Parameters<typeof checkForwarding>[0], string]>([
    [
      'a server that believes visitors',
      { ip: forged, peer: visible, forwardedFor: forged, trustsPeer: true },
      'Let the proxy set X-Forwarded-For itself',
    ],
    [
      'too many trusted networks',
      { ip: forged, peer: '10.0.0.7', forwardedFor: `${forged}, ${visible}`, trustsPeer: true },
      'Name only the proxies in TRUST_PROXY',
    ],
    [
      'a proxy that names no visitor',
      { ip: '10.0.0.7', peer: '10.0.0.7', forwardedFor: null, trustsPeer: false },
      'The proxy does not say who its visitors are',
    ],
  ])('%s is a problem', (_name, probe, message) => {
    expect(problemsOf([checkForwarding(probe, visible)]).join()).toContain(message)
  })

  test('a host name of this machine cannot show what visitors can claim', () => {
    const probe = { ip: forged, peer: '127.0.0.1', forwardedFor: forged, trustsPeer: true }
    expect(messagesOf([checkForwarding(probe, '127.0.0.1')], 'ok').join()).toContain('Run doctor elsewhere')
  })

  test('a server that is not ready, or not Corkboard, is a problem', async () => {
    const reply: { status: number; body: string } = {
      status: 503,
      body: '{"status":"not ready","storage":false}',
    }
    const handler: RequestListener = (_request, response) => response.writeHead(reply.status).end(reply.body)
    const url = `http://127.0.0.1:${await listen(createServer(handler))}`
    expect(problemsOf(await check(url)).join()).toContain('"storage":false')
    Object.assign(reply, { status: 200, body: 'Welcome to nginx!' })
    expect(problemsOf(await check(url)).join()).toContain('does not come from Corkboard')
  })

  test('a site that cannot be reached is a problem', async () => {
    const server = createServer()
    const port = await listen(server)
    server.close()
    expect(problemsOf(await check(`http://127.0.0.1:${port}`)).join()).toContain('Start the server')
    expect(problemsOf(await check('http://board.invalid')).join()).toContain('DNS record')
  })

  test('http that does not redirect to https is a problem', async () => {
    const headers: Record<string, string> = {}
    const handler: RequestListener = (_request, response) => response.writeHead(200, headers).end()
    const port = await listen(createServer(handler))
    expect(problemsOf(await checkPlainHttp('127.0.0.1', port)).join()).toContain('redirect all of port 80')
    headers.location = 'https://board.example.org/'
    expect(await checkPlainHttp('127.0.0.1', port)).toEqual([])
  })

  test('a wrong clock of the server is a problem', async () => {
    const handler: RequestListener = (_request, response) =>
      response.writeHead(200, { date: 'Fri, 20 Nov 2020 12:00:00 GMT' }).end('{"status":"ready"}')
    const url = `http://127.0.0.1:${await listen(createServer(handler))}`
    expect(problemsOf(await check(url)).join()).toContain('timedatectl set-ntp true')
  })

  test('another secret than the server has is a warning', async () => {
    const { app } = await createTestApp()
    const publicUrl = await app.http.listen({ host: '127.0.0.1', port: 0 })
    const findings = await checkSite({ config: { publicUrl, production: true }, secret: 'another' })
    expect(messagesOf(findings, 'warning').join()).toContain('does not answer to this secret')
    expect((await fetch(`${publicUrl}/doctor`)).status).toBe(404)
  })

  describe('with TLS', () => {
    async function startTls(days: number, headers: Record<string, string>) {
      const folder = await temporaryFolder()
      execFileSync(
        'openssl',
        [
          ...[
            'req',
            '-x509',
            '-newkey',
            'ec',
            '-pkeyopt',
            'ec_paramgen_curve:prime256v1',
            '-nodes',
            '-days',
            String(days),
          ],
          ...[
            '-keyout',
            'key.pem',
            '-out',
            'cert.pem',
            '-subj',
            '/CN=localhost',
            '-addext',
            'subjectAltName=DNS:localhost',
          ],
        ],
        { cwd: folder, stdio: 'ignore' },
      )
      const cert = await readFile(join(folder, 'cert.pem'), 'utf8')
      const key = await readFile(join(folder, 'key.pem'), 'utf8')
      const server = createTlsServer({ cert, key }, (_request, response) =>
        response.writeHead(200, headers).end('{"status":"ready"}'),
      )
      return { url: `https://localhost:${await listen(server)}`, cert }
    }
    const hsts = { 'strict-transport-security': 'max-age=31536000' }

    test('a valid certificate and HSTS are fine', async () => {
      const { url, cert } = await startTls(90, hsts)
      expect(problemsOf(await check(url, cert))).toEqual([])
    })

    test('a certificate that nobody trusts, or that expires soon, is a problem', async () => {
      const { url, cert } = await startTls(3, hsts)
      expect(problemsOf(await check(url)).join()).toContain('Renew the certificate of the proxy')
      expect(problemsOf(await check(url, cert)).join()).toContain('automatic renewal')
    })

    test('a proxy that removes HSTS is a problem', async () => {
      const { url, cert } = await startTls(90, {})
      expect(problemsOf(await check(url, cert)).join()).toContain('Strict-Transport-Security')
    })
  })
})
