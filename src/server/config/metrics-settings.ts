/** Settings for who may read the metrics. */
import { z } from 'zod'
import { listenAddressSchema } from './listen-address.ts'
import { isStrongSecret } from './secret-strength.ts'

export const metricsVariables = {
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,500}$/, {
      error: 'must have 32 to 500 printable ASCII characters, without spaces',
      abort: true,
    })
    .refine(isStrongSecret, 'is too easy to guess. Create one with `openssl rand -hex 32`')
    .optional(),
  METRICS_LISTEN: listenAddressSchema('127.0.0.1:9464').optional(),
}

export const metricsSettings = (env: z.infer<z.ZodObject<typeof metricsVariables>>) => ({
  /** Lets a request read the metrics from anywhere; null if nothing does. */
  metricsToken: env.METRICS_TOKEN ?? null,
  /** Where the metrics are served to everyone who can connect; null: nowhere. */
  metricsListen: env.METRICS_LISTEN ?? null,
})
