import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { ImageHost } from '../../config/storage-url.ts'

/**
 * Headers of every answer. Nothing that a page shows may come from another host, but pictures when one is to keep them,
 * and no script may stand in a page. They are the same for all, so helmet is asked once and not for every request.
 */
export function securityHeaders(publicUrl: string, imageHost: ImageHost | null): Record<string, string> {
  const secure = publicUrl.startsWith('https:')
  const originOf = (address: string) => new URL(address).origin
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
  }
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...(imageHost ? [originOf(imageHost.deliveryUrl)] : [])],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...(imageHost ? [originOf(imageHost.uploadUrl)] : [])],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(secure && { 'upgrade-insecure-requests': [] }),
      },
    },
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const collector = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  // Of a response helmet uses these two functions alone.
  protect({} as never, collector as never, (error) => {
    if (error) throw error
  })
  return headers
}

/** Puts them, and the request's id, on every answer before anything else is done. */
export function addHeaders(app: FastifyInstance, headers: Record<string, string>, isDraining: () => boolean) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    // Tells the proxy in front, and browsers, to come back on another connection.
    if (isDraining()) reply.header('connection', 'close')
    done()
  })
}
