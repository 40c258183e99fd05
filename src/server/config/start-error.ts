/** Exit codes by which the supervisor and a service manager know why a process ended. Their values are those of sysexits.h. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  /** Cannot start with these settings; another start would fail too. */
  config: 78,
  /** The database is unavailable; a later start may succeed. */
  unavailable: 69,
} as const

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** A reason why the server cannot start that the operator can fix. The message is a sentence that says how. */
export class StartError extends Error {
  override name = 'StartError'
  readonly exitCode: ExitCode

  constructor(
    message: string,
    { cause, exitCode = exitCodes.config }: { cause?: unknown; exitCode?: ExitCode } = {},
  ) {
    super(message, { cause })
    this.exitCode = exitCode
  }
}
