import type { FastifyInstance } from 'fastify'

/** A form's fields. If there are several of one name, the last one. */
export type Fields = Record<string, string>

/**
 * Makes the routes of a scope accept the bodies of HTML forms, up to `maxBytes`, as `Fields`. Only in a scope of its own, so that no
 * other route accepts them.
 */
export function acceptForms(scope: FastifyInstance, maxBytes: number) {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
