/** How the site's processes end: on request, with a sentence for a reason that the operator can fix, and always in time. */
import { exitCodes, StartError } from './config/start-error.ts'

/** How long a process that is done may wait for what still keeps it alive. */
const exitMs = 2000

/** Resolves with the reason once this process should stop. Exits after `maxStopMs()` even if something hangs. */
export function untilStopRequested(maxStopMs: () => number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve(signal))
  // The process that started this one holds the other end. When it exits, the terminal is gone too.
  if (process.channel) process.once('disconnect', () => resolve('the exit of the parent process'))
  void promise.then(() => setTimeout(() => process.exit(exitCodes.failure), maxStopMs()).unref())
  return promise
}

/** Runs a process's main function, which returns the exit code, and exits. Prints why it failed. */
export async function runProcess(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main()
  } catch (error) {
    process.stderr.write(`${toUserMessage(error)}\n`)
    process.exitCode = error instanceof StartError ? error.exitCode : exitCodes.failure
  }
  // The channel to the parent would keep this process alive. If anything else does, exit anyway.
  process.channel?.unref()
  setTimeout(() => process.exit(), exitMs).unref()
}

/** Returns a sentence for an error that the operator can fix, and the stack trace for any other. */
function toUserMessage(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
