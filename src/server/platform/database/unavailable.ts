/** Which errors mean that the database cannot do its work right now, although nothing is wrong with the query. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Thrown while the database does not respond. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
  constructor() {
    super('The database does not respond, or all connections are busy.')
  }
}

// Lack of resources such as disk space, shutdowns, canceled statements (PostgreSQL's classes 53 and 57), and a server that
// has become a read-only standby.
const errorCodes = /^(53|57|25006$)/
// Connections that could not be opened or were lost (class 08).
const connectionCodes =
  /^08|^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$/
// pg sets no code on its own errors, so only their text identifies them.
const errorMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/

export function isDatabaseUnavailable(thrown: unknown): thrown is Error {
  if (!(thrown instanceof Error)) return false
  return isDatabaseUnreachable(thrown) || errorCodes.test(String(codeOf(thrown)))
}

/** Returns whether the database gave no answer at all, so that the error says nothing about a query. */
export const isDatabaseUnreachable = (thrown: Error): boolean =>
  thrown instanceof DatabaseUnavailableError ||
  connectionCodes.test(String(codeOf(thrown))) ||
  errorMessages.test(thrown.message)

/** Returns whether the database rejected a write because its disk is full. */
export const isDatabaseFull = (thrown: unknown): boolean => codeOf(thrown) === '53100'

const codeOf = (thrown: unknown): unknown => (thrown as { code?: unknown }).code

const failures = new AsyncLocalStorage<{ error: Error | null }>()

/** Records a failed query for `withQueryFailures`. Returns the error. */
export function recordQueryFailure(error: unknown): unknown {
  const recorded = failures.getStore()
  if (recorded && isDatabaseUnavailable(error)) recorded.error ??= error
  return error
}

/** Runs `work` of a library that hides the errors of its queries. Throws the first of an unavailable database instead. */
export async function withQueryFailures<Result>(work: () => Promise<Result>): Promise<Result> {
  const recorded: { error: Error | null } = { error: null }
  try {
    const result = await failures.run(recorded, work)
    if (recorded.error) throw recorded.error
    return result
  } catch (error) {
    throw recorded.error ?? error
  }
}
