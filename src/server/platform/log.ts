/** The log: JSON lines on standard output, without secrets and of bounded length. */
import { hostname } from 'node:os'
import { type LoggerOptions, pino } from 'pino'
import { loggableUrl } from './logging/loggable-url.ts'
import { redactLine } from './logging/redact.ts'
import { serializeError } from './logging/serialize-error.ts'

type LogMethod = {
  (message: string): void
  (details: object, message: string): void
}

/** The part of a logger that the server uses. Fastify's logger has this shape too. */
export type Logger = { info: LogMethod; warn: LogMethod; error: LogMethod }

/** The options of every logger of the server, Fastify's included. `worker` is in every line of one of several processes. */
export const loggerOptions = (level: string, worker?: string) =>
  ({
    level,
    base: { pid: process.pid, hostname: hostname(), ...(worker && { worker }) },
    serializers: {
      err: serializeError,
      req: ({ method = '', url = '' }: { method?: string; url?: string }) => ({
        method,
        url: loggableUrl(url),
      }),
    },
    formatters: { log: withSerializedErrors },
    hooks: { streamWrite: redactLine },
  }) satisfies LoggerOptions

/** Returns a logger for what happens outside requests. */
export const createLogger = (level: string, worker?: string) => pino(loggerOptions(level, worker))

/** Without this, an error under any name but `err` would be logged with all its fields. */
function withSerializedErrors(details: Record<string, unknown>): Record<string, unknown> {
  const errors = Object.entries(details).filter(([name, value]) => name !== 'err' && value instanceof Error)
  if (errors.length === 0) return details
  return { ...details, ...Object.fromEntries(errors.map(([name, error]) => [name, serializeError(error)])) }
}
