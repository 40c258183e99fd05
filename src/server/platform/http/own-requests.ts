/** Requests that this process sends to itself. No visitor waits for them, so they are not limited, counted, or traced. */
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const header = 'x-own-request'
/** Known to this process alone: no client can claim to be it. */
const token = randomBytes(16).toString('base64url')

/** The headers that mark such a request. */
export const ownHeaders: Record<string, string> = { [header]: token }

export const isOwnRequest = ({ headers }: FastifyRequest): boolean => headers[header] === token
