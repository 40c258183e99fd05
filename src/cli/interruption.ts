/** Returns a signal that aborts when the command is interrupted, or when the process that started it dies. */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, abort)
  if (process.channel) process.once('disconnect', abort)
  return controller.signal
}
