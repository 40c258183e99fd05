import type { FastifyInstance } from 'fastify'

/** Accepts the bodies of HTML forms as `Fields` in this scope only, up to `maxBytes` unless a route has its own limit. */
export function acceptForms(scope: FastifyInstance, maxBytes: number) {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
