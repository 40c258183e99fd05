import type { FastifyInstance } from 'fastify'
import type { Fields } from '../../../shared/contract/endpoint.ts'

/** Accepts the bodies of HTML forms as `Fields` in this scope only, up to `maxBytes` unless a route has its own limit. */
export function acceptForms(scope: FastifyInstance, maxBytes: number) {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, body, done) => done(null, fieldsOf(String(body))),
  )
}

function fieldsOf(body: string): Fields {
  const byName = Map.groupBy(new URLSearchParams(body), ([name]) => name)
  return Object.fromEntries([...byName].map(([name, pairs]) => [name, pairs.map(([, text]) => text).join()]))
}
