import { pino } from 'pino'

type LogMethod = {
  (message: string): void
  (details: object, message: string): void
}

/** The part of a logger that the server uses. Fastify's logger has this shape too. */
export type Logger = { info: LogMethod; warn: LogMethod; error: LogMethod }

/** Returns a logger for what happens outside requests: JSON lines on standard output, like Fastify's. */
export const createLogger = (level: string) => pino({ level })
