/** Settings for PostgreSQL: where it is, how to bypass a pooler, and a replica to read from. */
import { z } from 'zod'
import { numberUpTo } from './parsed-by.ts'

/** Visitors read from it while it is at most this far behind. */
export type Replica = { url: string; maxLagSeconds: number }

const urlSchema = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL such as postgres://user:password@host/name',
})

export const secondsSchema = (max: number) => numberUpTo(max, `must be a number of seconds up to ${max}`)

export const databaseVariables = {
  DATABASE_URL: urlSchema.optional(),
  DATABASE_DIRECT_URL: urlSchema.optional(),
  DATABASE_REPLICA_URL: urlSchema.optional(),
  DATABASE_REPLICA_MAX_LAG: secondsSchema(300).default(10),
}

/** Returns a sentence for each variable that needs another one. */
export const databaseProblems = (variables: Record<string, string | undefined>): string[] =>
  ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']
    .filter((name) => variables[name] && !variables.DATABASE_URL)
    .map((name) => `DATABASE_URL must be set if ${name} is set`)

export function databaseSettings(env: z.infer<z.ZodObject<typeof databaseVariables>>) {
  const url = env.DATABASE_REPLICA_URL
  const replica: Replica | null = url ? { url, maxLagSeconds: env.DATABASE_REPLICA_MAX_LAG } : null
  return {
    /** If null, the server runs its own PostgreSQL. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** For work that needs its own session, such as jobs. If null, `databaseUrl` is not a pooler. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    replica,
  }
}
