/** The site as visitors reach it: PUBLIC_URL, its certificate, and the proxy in front. Contacts no other host. */
import ipaddr from 'ipaddr.js'
import type { Config } from '../../server/config/environment.ts'
import { type Probe, ProbeSchema, probePath, probeToken } from '../../server/platform/http/proxy-probe.ts'
import { urlOf } from '../../shared/api-client.ts'
import { calls } from '../../shared/calls.ts'
import { type Finding, type Findings, ok, problem, reasonOf, warning } from './check.ts'
import { compareClocks } from './clock.ts'
import { type Reply, request } from './http-request.ts'

/** An address that no visitor can have (RFC 5737). */
const forgedAddress = '203.0.113.7'
const dayMs = 24 * 60 * 60_000

type SiteOptions = {
  config: Pick<Config, 'publicUrl' | 'production'>
  /** The secret of the site, if DATA_DIR has one. */
  secret: string | null
  ca?: string | undefined
}

export async function checkSite({ config, secret, ca }: SiteOptions): Promise<Findings> {
  const { publicUrl } = config
  let reply: Reply
  try {
    reply = await request(`${publicUrl}/readyz`, { ca })
  } catch (error) {
    return unreachable(config, error)
  }
  const ready = readiness(publicUrl, reply)
  const findings: Findings[] = [ready]
  if (ready.result === 'ok') findings.push(await checkSearch(publicUrl, ca))
  if (reply.headers.date)
    findings.push(compareClocks('the server of PUBLIC_URL', new Date(reply.headers.date)))
  if (publicUrl.startsWith('https:')) {
    findings.push(certificate(reply), hsts(reply))
    const { port, hostname } = new URL(publicUrl)
    if (!port) findings.push(await checkPlainHttp(hostname))
  }
  return [...findings.flat(), await checkProxy({ config, secret, ca })]
}

function unreachable({ publicUrl, production }: SiteOptions['config'], error: unknown): Finding {
  const { code = '' } = error as { code?: string }
  const message = `${publicUrl} cannot be reached: ${reasonOf(error) || code}`
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return problem(
      message,
      'Renew the certificate of the proxy, for the host name of PUBLIC_URL and with its whole chain.',
    )
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return problem(message, 'Create a DNS record for the host name of PUBLIC_URL, or correct PUBLIC_URL.')
  return (production ? problem : warning)(
    message,
    'Start the server, and see that the proxy and the firewall let requests through.',
  )
}

function readiness(publicUrl: string, { status, body }: Reply): Finding {
  if (status === 200 && body.includes('"ready"')) return ok(`${publicUrl} responds and is ready.`)
  if (status === 503 && body.includes('"not ready"'))
    return problem(
      `The server is not ready: ${body}`,
      'Look for the part that is false below, or in the log.',
    )
  return problem(
    `${publicUrl}/readyz does not come from Corkboard: status ${status}.`,
    'Let the proxy pass all paths of this host to HOST and PORT, and compare PUBLIC_URL with its configuration.',
  )
}

async function checkSearch(publicUrl: string, ca: string | undefined): Promise<Findings> {
  const url = publicUrl + urlOf(calls.filterServices, { query: { searchtext: 'piano' } })
  const reply = await request(url, { ca }).catch(() => null)
  return reply?.status === 503
    ? problem(
        'Searches do not work now.',
        'Look in the log for the search process. Its index may be being built, which takes minutes on a large site.',
      )
    : []
}

function certificate({ certificateExpires }: Reply): Finding {
  if (!certificateExpires) return warning('The certificate has no date.', 'Check the proxy.')
  const days = Math.floor((certificateExpires.getTime() - Date.now()) / dayMs)
  const message = `The certificate is valid for ${days} more days.`
  return days < 14
    ? problem(
        message,
        'Renew it, and see that its automatic renewal works (certbot renew, or the log of Caddy).',
      )
    : ok(message)
}

function hsts({ headers }: Reply): Findings {
  return headers['strict-transport-security']
    ? []
    : problem(
        'Responses have no Strict-Transport-Security header.',
        'The server sends it when PUBLIC_URL is https. Let the proxy pass it on, and restart the server.',
      )
}

export async function checkPlainHttp(hostname: string, port = 80): Promise<Findings> {
  const reply = await request(`http://${hostname}:${port}/`).catch(() => null)
  if (!reply) return []
  return String(reply.headers.location ?? '').startsWith('https:')
    ? []
    : problem(
        `http://${hostname} does not redirect to https.`,
        'Let the proxy redirect all of port 80 to https.',
      )
}

/** Sends a request that claims to come from another address. */
async function checkProxy({ config: { publicUrl }, secret, ca }: SiteOptions): Promise<Finding> {
  const authorization = secret && probeToken(secret, new Date())
  const headers = { ...(authorization && { authorization }), 'x-forwarded-for': forgedAddress }
  const reply = await request(publicUrl + probePath, { headers, ca }).catch(() => null)
  const probe = reply?.status === 200 ? parseProbe(reply.body) : null
  if (reply && probe) return checkForwarding(probe, reply.address)
  return warning(
    'The server does not answer to this secret, so its proxy cannot be checked.',
    'Run doctor with the settings of the server (DATA_DIR or SECRET), on the version that is running.',
  )
}

function parseProbe(body: string): Probe | null {
  try {
    return ProbeSchema.parse(JSON.parse(body))
  } catch {
    return null
  }
}

/** `address` is where the request went. */
export function checkForwarding({ ip, peer, forwardedFor, trustsPeer }: Probe, address: string): Finding {
  // Without a proxy, or if it removes the header, nothing says that the address is forged.
  const isDirect = forwardedFor === forgedAddress
  if (ip === forgedAddress) {
    if (isLoopback(address))
      return ok(
        'The proxy is on this machine, whose own requests may claim any address. Run doctor elsewhere to check it.',
      )
    return problem(
      'Visitors can choose the address that rate limits count, because the server believes their X-Forwarded-For header.',
      isDirect
        ? 'Let the proxy set X-Forwarded-For itself (nginx: proxy_set_header X-Forwarded-For $remote_addr).'
        : 'Name only the proxies in TRUST_PROXY, not networks from which visitors come.',
    )
  }
  if (forwardedFor === null)
    return isPrivate(peer) && !isPrivate(address)
      ? problem(
          'The proxy does not say who its visitors are: all share one rate limit.',
          'Let the proxy send X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $remote_addr).',
        )
      : ok(`The server sees this machine as ${ip}.`)
  // A proxy on this machine passes on this machine's address, which is also its own.
  if (same(ip, peer) && !isDirect && !trustsPeer)
    return problem(
      `The server does not trust its proxy ${peer}: all visitors share one rate limit.`,
      `Add ${peer} to TRUST_PROXY.`,
    )
  return ok(`The server sees this machine as ${ip}, whatever a visitor claims.`)
}

const same = (a: string, b: string) => normalize(a) === normalize(b)
const normalize = (address: string) =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
const isLoopback = (address: string) => rangeOf(address) === 'loopback'
const isPrivate = (address: string) => rangeOf(address) !== 'unicast'
const rangeOf = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address).range() : 'unknown')
