import type { FastifyInstance } from 'fastify'

/**
 * Makes the routes of a scope accept the bodies of HTML forms, up to `maxBytes`, as `Fields`; a route's own limit comes first. Only in a
 * scope of its own, so that no other route accepts them.
 */
export function acceptForms(scope: FastifyInstance, maxBytes: number) {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
