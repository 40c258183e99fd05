import type { FastifyRequest } from 'fastify'

const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** Whether a monitoring system sends the request. These are neither rate limited nor rejected under load. */
export const isProbe = ({ routeOptions }: FastifyRequest): boolean => probes.has(routeOptions.url ?? '')
