/** ETags and conditional requests: a client that already has the current version gets `304 Not Modified`. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Returns a weak ETag: the compressed and the plain response are the same version. */
export const etagOf = (text: string): string => `W/"${createHash('sha1').update(text).digest('base64url')}"`

/** Sets the response's ETag. If `If-None-Match` has it, also sets the status 304 and returns true. */
export function isNotModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  const known = request.headers['if-none-match']
  if (!known || !matches(known, etag)) return false
  reply.code(304)
  return true
}

/** Compares weakly, as `If-None-Match` requires: a proxy that compresses makes a strong ETag weak. */
function matches(known: string, etag: string): boolean {
  if (known.trim() === '*') return true
  const opaque = opaqueTag(etag)
  return known.split(',').some((tag) => opaqueTag(tag) === opaque)
}

const opaqueTag = (tag: string) => tag.trim().replace(/^W\//, '')
