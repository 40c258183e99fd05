/**
 * What the log shows of an error. Only the fields named here: others may contain what a user entered (PostgreSQL's
 * `detail`, a mail server's response) or a whole request (Node's `rawPacket`).
 */
import { truncate } from './redact.ts'

const maxMessageLength = 500
const maxFrames = 12
const maxCauses = 3
/** Fields that name a kind of error, or a part of the database schema. */
const safeFields = [
  'code',
  'statusCode',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'syscall',
  'port',
  'responseCode',
]

type SerializedError = { type: string; message: string; stack: string; [name: string]: unknown }

export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'This is not an Error.', stack: '' }
  const fields = Object.fromEntries(safeFields.flatMap((name) => safeEntry(error, name)))
  const isNested = depth < maxCauses
  return {
    type: error.name,
    message: truncate(loggableMessage(error), maxMessageLength),
    ...fields,
    stack: framesOf(error),
    ...(isNested && error.cause instanceof Error && { cause: serializeError(error.cause, depth + 1) }),
    ...(isNested &&
      error instanceof AggregateError && {
        errors: error.errors.slice(0, maxCauses).map((nested) => serializeError(nested, depth + 1)),
      }),
  }
}

function safeEntry(error: Error, name: string): [string, string | number][] {
  const value: unknown = Reflect.get(error, name)
  if (typeof value === 'number') return [[name, value]]
  return typeof value === 'string' ? [[name, truncate(value, 100)]] : []
}

/** PostgreSQL's data exceptions and JSON syntax errors quote the input that they reject. */
function loggableMessage(error: Error): string {
  const code: unknown = Reflect.get(error, 'code')
  const quotesInput =
    error instanceof SyntaxError || (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code))
  return quotesInput ? error.message.replace(/".*"/s, '"…"') : error.message
}

/** Leaves out the head of the stack, which repeats the message. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, maxFrames)
    .map((line) => truncate(line.trim(), 200))
    .join('\n')
