/** Recognizes requests that come directly from this machine: a developer's browser, or a program that reads metrics. */
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Headers that proxies and content delivery networks add to the requests of others. */
const forwardingHeader =
  /^(forwarded|via|x-forwarded(-.+)?|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|x-envoy-.+|true-client-ip|cf-.+|fastly-client-ip|x-proxyuser-ip)$/

/** Looks at the socket, because `request.ip` is whatever a trusted proxy says. */
export function isLoopbackRequest({ raw, headers }: FastifyRequest): boolean {
  if (Object.keys(headers).some((name) => forwardingHeader.test(name))) return false
  return isLoopback(raw.socket.remoteAddress ?? '') && isLoopbackHost(headers.host ?? '')
}

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** Also rejects pages of other sites whose host name someone has pointed to this machine. */
function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || isLoopback(name)
}
