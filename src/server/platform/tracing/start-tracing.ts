import type { Config } from '../../config/environment.ts'
import type { Logger } from '../log.ts'
import type { Tracing } from './tracing.ts'

/** Returns null unless the settings ask for traces. Nothing of OpenTelemetry is loaded then. */
export async function startTracing(
  { tracing }: Pick<Config, 'tracing'>,
  log: Logger,
): Promise<Tracing | null> {
  if (!tracing) return null
  const { createTracing } = await import('./opentelemetry.ts')
  return createTracing(log)
}
