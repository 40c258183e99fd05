import { pino } from 'pino'

/** The log of what happens outside of requests: JSON lines on standard output, as Fastify's own. */
export const createProcessLog = (level: string) => pino({ level })
