import type { FastifyInstance } from 'fastify'
import type { Fields } from '../../../shared/contract/endpoint.ts'

/**
 * Accepts the bodies of HTML forms as `Fields` in this scope only, up to `maxBytes` unless a route has its own limit. `lists` are the names
 * of fields with several values.
 */
export function acceptForms(scope: FastifyInstance, maxBytes: number, lists: readonly string[] = []) {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, body, done) => {
      const texts = new URLSearchParams(String(body))
      const joined = lists.flatMap((name) => (texts.has(name) ? [[name, texts.getAll(name).join()]] : []))
      done(null, { ...Object.fromEntries(texts), ...Object.fromEntries(joined) } satisfies Fields)
    },
  )
}
