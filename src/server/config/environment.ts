/** The only file that reads environment variables. Reports all invalid ones at once, with what each should be. */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type Variables as SettingVariables, settingVariables } from '../../shared/settings/read.ts'
import { type BackupSettings, backupFolderSchema, backupKeySchema } from './backup-settings.ts'
import { databaseProblems, databaseSettings, databaseVariables, secondsSchema } from './database-settings.ts'
import { parseEnvironmentFile } from './environment-file.ts'
import {
  inboundMailOf,
  inboundMailVariables,
  metricsSettings,
  metricsVariables,
  proxyListSchema,
} from './network-settings.ts'
import { searchUrlSchema } from './search-url.ts'
import { secretSchema } from './secret-strength.ts'
import { StartError } from './start-error.ts'
import { bucketUrlSchema, deliveryUrlSchema, imageHostOf, uploadUrlSchema } from './storage-url.ts'
import { unknownSettings } from './unknown-settings.ts'

const maxDefaultWorkers = 4
const defaultWarmUpSeconds = 3
const workersSchema = z
  .string()
  .regex(/^([1-9]|[1-5]\d|6[0-4])$/, 'must be a number of processes from 1 to 64')
  .transform(Number)

/** Matches `board@example.org` and `Board <board@example.org>`. */
const mailboxPattern =
  /^(?:"?(?<name>[^"<>\r\n]*?)"?\s*<(?<bracketed>[^\s@<>,;]+@[^\s@<>,;]+)>|(?<bare>[^\s@<>,;]+@[^\s@<>,;]+))$/

const url = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be a URL such as ${example}` })
const http = /^https?$/

const EnvironmentSchema = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development, or test')
    .default('development'),
  TEST: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number up to 65535')
    .default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, hostname: /^[^*]+$/, error: 'must be a URL such as https://example.org' })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  ...databaseVariables,
  WORKERS: workersSchema.optional(),
  // Set by the supervisor, which runs the embedded database, the search process, and the workers.
  EMBEDDED_DATABASE_URL: z.string().optional(),
  SEARCH_SOCKET: z.string().optional(),
  WORKER_NUMBER: workersSchema.optional(),
  REDIS_URL: url(/^rediss?$/, 'redis://user:password@host:6379').optional(),
  SHUTDOWN_DELAY: secondsSchema(60).default(0),
  WARM_UP: secondsSchema(30).optional(),
  DEV_SERVER: z.enum(['on', 'off'], 'must be on or off').default('off'),
  DEMO: z.enum(['on', 'off'], 'must be on or off').default('on'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a log level such as info or warn',
    )
    .default('info'),
  RATE_LIMIT: z
    .union([z.literal('off'), z.coerce.number().positive()], 'must be a positive number, or off')
    .optional(),
  TRUST_PROXY: proxyListSchema.optional(),
  SECRET: secretSchema.optional(),
  ...metricsVariables,
  OTEL_EXPORTER_OTLP_ENDPOINT: url(http, 'http://localhost:4318').optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(
      [
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ],
      'must be a sampler such as parentbased_traceidratio',
    )
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a share of the traces from 0 to 1')
    .optional(),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@mail.example.org:587').optional(),
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(mailboxPattern, 'must be an email address such as board@example.org or Board <board@example.org>')
    .optional(),
  ...inboundMailVariables,
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: url(http, 'https://accounts.google.com').default('https://accounts.google.com'),
  OIDC_ISSUER: url(http, 'https://id.example.org').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40).default('your organization'),
  SEARCH_URL: searchUrlSchema.optional(),
  STORAGE_URL: bucketUrlSchema.optional(),
  BACKUP_URL: backupFolderSchema.optional(),
  BACKUP_KEY: backupKeySchema.optional(),
  IMAGE_UPLOAD_URL: uploadUrlSchema.optional(),
  IMAGE_UPLOAD_PRESET: z.string().max(200, 'must have at most 200 characters').optional(),
  IMAGE_DELIVERY_URL: deliveryUrlSchema.optional(),
  SITE_SLUG: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must have only the letters a-z, digits, and hyphens')
    .default('corkboard'),
})

/** The names of all variables. */
export const settingNames = [...Object.keys(EnvironmentSchema.shape), ...settingVariables]

/** An email address with an optional display name. */
export type Mailbox = { name: string; address: string }

/** An OpenID Connect provider, and the site's credentials there. */
export type Provider = { name: string; issuer: string; clientId: string; clientSecret: string }

/** Groups of settings of which either all or none must be set. */
const settingGroups = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['IMAGE_UPLOAD_URL', 'IMAGE_UPLOAD_PRESET'],
]

export class ConfigError extends StartError {}

type Variables = Record<string, string | undefined>
type Environment = z.infer<typeof EnvironmentSchema>

export type Config = ReturnType<typeof readConfig>

/** Returns the settings. Throws a ConfigError that lists every invalid variable. */
export function readConfig(environment: Variables = process.env) {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  // Read from the raw variables, so that its problems are reported along with all others.
  const production = variables.NODE_ENV === 'production'
  const { data: env, error } = EnvironmentSchema.safeParse(variables)
  const problems = error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  problems.push(...conflictsOf(variables, production))
  if (!env || problems.length > 0) {
    throw new ConfigError(`Invalid settings:\n${problems.map((problem) => `  - ${problem}.`).join('\n')}`)
  }
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    /** The URL at which visitors reach the site, without a trailing slash. */
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(env.DATA_DIR),
    ...databaseSettings(env),
    /** The embedded database that another process of this site runs; null if this process has to run it. */
    embeddedDatabaseUrl: env.EMBEDDED_DATABASE_URL ?? null,
    /** The Unix socket of the search process; null if this process has the search engine itself. */
    searchSocket: env.SEARCH_SOCKET ?? null,
    /** How many processes serve requests under the supervisor. */
    workers: env.WORKERS ?? (production ? Math.min(maxDefaultWorkers, availableParallelism()) : 1),
    /** The number of this worker, from 1 to `workers`; null if this process is the only one that serves requests. */
    workerNumber: env.WORKER_NUMBER ?? null,
    /** Shares rate limits between processes; null: the database does. */
    redisUrl: env.REDIS_URL ?? null,
    /** How long the server keeps working after it has reported that it is stopping. */
    shutdownDelayMs: env.SHUTDOWN_DELAY * 1000,
    /** How long the server may serve pages to itself before it accepts connections. */
    warmUpMs: (env.WARM_UP ?? (production ? defaultWarmUpSeconds : 0)) * 1000,
    demo: env.DEMO === 'on' && !production,
    /** Compile pages with Vite on request instead of serving the build in dist/. */
    devServer: env.DEV_SERVER === 'on',
    logLevel: env.LOG_LEVEL,
    /** Multiplies all rate limits; null turns them off. Browser tests make many requests in a short time. */
    rateLimit: env.RATE_LIMIT === 'off' ? null : (env.RATE_LIMIT ?? (production ? 1 : 10)),
    /** The proxies in front of the server, in the format of Fastify's trustProxy; false if there are none. */
    trustProxy: env.TRUST_PROXY ?? (false as const),
    /** Whether traces are exported. OpenTelemetry reads its settings itself. */
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    ...metricsSettings(env),
    /** If null, the server creates one in the data folder. */
    secret: env.SECRET ?? null,
    /** If null, emails are written to files in the data folder. */
    smtpUrl: env.SMTP_URL ?? null,
    /** The sender of emails. If null, the contact address; without a name, that of the site. */
    mailFrom: senderOf(env),
    inboundMail: inboundMailOf(env),
    google: providerOf('Google', env.GOOGLE_ISSUER, env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    oidc: providerOf(env.OIDC_NAME, env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET),
    /** If null, the search index is in the data folder. */
    searchCluster: env.SEARCH_URL ?? null,
    /** If null, pictures are stored in the data folder. */
    storage: env.STORAGE_URL ?? null,
    /** If null, browsers upload pictures to this site. */
    imageHost: imageHostOf(env.IMAGE_UPLOAD_URL, env.IMAGE_UPLOAD_PRESET, env.IMAGE_DELIVERY_URL),
    backup: backupOf(env),
    /** The lowercase name in URLs and in the names of backups: the suggestions page is `/{slug}-suggestions`. */
    slug: env.SITE_SLUG,
    /** What the environment says of the site's settings, not yet checked: a wrong one never keeps the site from starting. */
    siteVariables: siteVariablesOf(variables),
  }
}

/** Returns a sentence for each variable that others do not allow. */
function conflictsOf(variables: Variables, production: boolean): string[] {
  const problems: string[] = []
  if (production && variables.RATE_LIMIT === 'off') problems.push('RATE_LIMIT cannot be off in production')
  if (production && variables.DEV_SERVER === 'on') problems.push('DEV_SERVER cannot be on in production')
  // A server that was started for tests must never serve real visitors.
  if (production && variables.TEST) problems.push('TEST must not be set in production')
  problems.push(...databaseProblems(variables))
  for (const group of settingGroups) {
    const missing = group.filter((name) => !variables[name])
    if (missing.length > 0 && missing.length < group.length)
      problems.push(`${missing.join(' and ')} must be set if ${group.find((name) => variables[name])} is set`)
  }
  if (variables.INBOUND_MAIL_LISTEN && !variables.INBOUND_MAIL)
    problems.push('INBOUND_MAIL must be set if INBOUND_MAIL_LISTEN is set')
  if (variables.IMAGE_DELIVERY_URL && !variables.IMAGE_UPLOAD_URL)
    problems.push('IMAGE_UPLOAD_URL must be set if IMAGE_DELIVERY_URL is set')
  return problems
}

const backupOf = (env: Environment): BackupSettings => ({
  folder: env.BACKUP_URL ?? null,
  key: env.BACKUP_KEY ?? null,
})

const siteVariablesOf = (variables: Variables): SettingVariables =>
  Object.fromEntries(
    settingVariables.flatMap((name) => {
      const text = variables[name]
      return text === undefined ? [] : [[name, text] as const]
    }),
  )

/** Returns a sentence for each variable that seems to be a misspelled setting. */
export const findUnknownSettings = (environment = process.env): string[] =>
  unknownSettings(environment, settingNames)

/** Sets the variables of a file such as /etc/corkboard.env, except those that are set already. Throws a ConfigError. */
export async function loadEnvironmentFile(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw new ConfigError(`The file ${path} of --settings cannot be read: ${cause.message}.`, { cause })
  })
  for (const [name, value] of Object.entries(parseEnvironmentFile(text))) process.env[name] ||= value
}

/** Returns the environment for a child process: this process's variables and these. */
export const environmentWith = (variables: Record<string, string | undefined>) => ({
  ...process.env,
  ...variables,
})

function senderOf(env: Environment): { name: string | null; address: string } | null {
  const { name, bracketed, bare } = env.MAIL_FROM?.match(mailboxPattern)?.groups ?? {}
  const address = bracketed ?? bare
  return address ? { name: name?.trim() || null, address } : null
}

function providerOf(
  name: string,
  issuer?: string,
  clientId?: string,
  clientSecret?: string,
): Provider | null {
  return issuer && clientId && clientSecret ? { name, issuer, clientId, clientSecret } : null
}
