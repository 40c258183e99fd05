import type { FastifyInstance } from 'fastify'
import type { ImageHost } from '../../config/storage-url.ts'

/** The Content-Security-Policy of files that people uploaded: opened on their own, they may do nothing. */
export const sandboxPolicy = "sandbox; default-src 'none'"

const permissions = (camera: '()' | '(self)') =>
  `camera=${camera}, geolocation=(self), microphone=(), payment=(), usb=()`

/** The permissions policy of a page that scans codes. */
export const cameraPolicy = permissions('(self)')

/**
 * Returns the security headers of every response: what helmet sets, with a stricter policy. They are the same for all
 * responses, so they are one literal; @fastify/helmet builds them again for every request, at 20 to 50 percent fewer
 * requests per second of `/healthz`.
 */
export function securityHeaders(
  publicUrl: string,
  imageHost: ImageHost | null,
  mapStyleUrl: string,
): Record<string, string> {
  const secure = publicUrl.startsWith('https:')
  return {
    'content-security-policy': contentPolicy(imageHost, mapStyleUrl, secure),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissions('()'),
    // Never the path: those of emailed links contain tokens.
    'referrer-policy': 'strict-origin',
    ...(secure && { 'strict-transport-security': 'max-age=31536000' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // Turns off a filter of old browsers that could itself be attacked.
    'x-xss-protection': '0',
  }
}

/** Pages load nothing from other hosts except images of an image host and a map style, and run no inline scripts. */
function contentPolicy(imageHost: ImageHost | null, mapStyleUrl: string, secure: boolean): string {
  const originOf = (url: string) => new URL(url).origin
  const maps = mapStyleUrl ? [originOf(mapStyleUrl)] : []
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...(imageHost ? [originOf(imageHost.deliveryUrl)] : []), ...maps].join(
      ' ',
    ),
    "font-src 'self'",
    ["connect-src 'self'", ...(imageHost ? [originOf(imageHost.uploadUrl)] : []), ...maps].join(' '),
    "manifest-src 'self'",
    // The preview of an embedded list. No other document of the site can be framed.
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join(';')
}

/** Sets the security headers and the request id before anything else, so that error responses have them too. */
export function addHeaders(app: FastifyInstance, headers: () => Record<string, string>) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers()).header('x-request-id', request.id)
    done()
  })
}
