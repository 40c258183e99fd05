/** Requests that no visitor waits for. They are neither limited nor rejected under load, and not traced. */
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const header = 'x-own-request'
/** Known to this process alone: no client can claim to be it. */
const token = randomBytes(16).toString('base64url')

/** The headers of requests that this process sends to itself. */
export const ownHeaders: Record<string, string> = { [header]: token }

/** Returns whether this process sends the request. These are not counted either. */
export const isOwnRequest = ({ headers }: FastifyRequest): boolean => headers[header] === token

const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** Returns whether a monitoring system sends the request. */
export const isProbe = ({ routeOptions }: FastifyRequest): boolean => probes.has(routeOptions.url ?? '')
