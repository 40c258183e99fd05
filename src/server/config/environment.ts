/** The only file that reads the environment. Every bad variable is named at once, with what it should be. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { defaultProduct, type Product } from '../../shared/product.ts'
import {
  type Bucket,
  bucketAddress,
  deliveryAddress,
  type ImageHost,
  imageHostOf,
  uploadAddress,
} from './storage-url.ts'

const timeZone = z.string().refine((name) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}, 'must be a time zone such as America/New_York')

/** Addresses, networks or the names that Fastify knows, with commas between. */
function isProxyList(text: string): boolean {
  return text.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/')
    if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return bits === undefined
    const version = isIP(address)
    const longest = version === 4 ? 32 : 128
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
    return version !== 0 && fits && rest.length === 0
  })
}

const webAddress = z
  .string()
  .regex(/^(#|https?:\/\/\S+)$/, 'must be an address that begins with https://, or # for none')

/** `board@example.org`, or with a name before it: `Board <board@example.org>`. */
const mailboxForm =
  /^(?:"?(?<name>[^"<>\r\n]*?)"?\s*<(?<within>[^\s@<>,;]+@[^\s@<>,;]+)>|(?<bare>[^\s@<>,;]+@[^\s@<>,;]+))$/

const EnvironmentSchema = z.object({
  NODE_ENV: z.string().default('development'),
  TEST: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number of at most 65535')
    .default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://example.org' })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgres://user:password@host/name',
    })
    .optional(),
  DEV_SERVER: z.enum(['on', 'off'], 'must be on or off').default('off'),
  DEMO: z.enum(['on', 'off'], 'must be on or off').default('on'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a level such as info or warn',
    )
    .default('info'),
  RATE_LIMIT: z
    .union([z.literal('off'), z.coerce.number().positive()], 'must be a positive number, or off')
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      isProxyList,
      'must be addresses such as 127.0.0.1, 10.0.0.0/8, or loopback, linklocal, uniquelocal',
    )
    .optional(),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be an address such as smtp://user:password@mail.example.org:587',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(mailboxForm, 'must be an address such as board@example.org or Board <board@example.org>')
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://accounts.google.com' })
    .default('https://accounts.google.com'),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://id.example.org' })
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40).default('your organization'),
  STORAGE_URL: bucketAddress.optional(),
  IMAGE_UPLOAD_URL: uploadAddress.optional(),
  IMAGE_UPLOAD_PRESET: z.string().max(200, 'must have at most 200 characters').optional(),
  IMAGE_DELIVERY_URL: deliveryAddress.optional(),
  SITE_NAME: z.string().max(60).default(defaultProduct.name),
  SITE_SLUG: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'may only have the letters a-z, digits and hyphens')
    .default(defaultProduct.slug),
  SITE_TAGLINE: z.string().max(120).default(defaultProduct.tagline),
  SITE_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a code such as USD')
    .default(defaultProduct.currency),
  SITE_TIME_ZONE: timeZone.default(defaultProduct.timeZone),
  SITE_FACEBOOK: webAddress.default(defaultProduct.socialLinks.facebook),
  SITE_INSTAGRAM: webAddress.default(defaultProduct.socialLinks.instagram),
  SITE_X: webAddress.default(defaultProduct.socialLinks.x),
})

/** An email address with an optional display name. */
export type Mailbox = { name: string; address: string }

export type Config = {
  production: boolean
  host: string
  port: number
  /** Where visitors reach the site, without a slash at the end. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  demo: boolean
  /** Compile pages with Vite on request instead of serving the build in dist/. */
  devServer: boolean
  logLevel: string
  /** Multiplies the limits on how often; null switches them off. */
  rateLimit: number | null
  /** Addresses of the proxies in front, as Fastify's trustProxy takes them; false when there is none. */
  trustProxy: string | false
  /** Signs cookies and tokens; null when it is to be made and kept in the data folder. */
  secret: string | null
  /** null: mail is written to files in the data folder. */
  smtpUrl: string | null
  mailFrom: Mailbox
  google: Provider | null
  oidc: Provider | null
  /** null: pictures are kept in the data folder. */
  storage: Bucket | null
  /** null: forms send pictures to this site. */
  imageHost: ImageHost | null
  product: Product
}

/** Somebody else who knows people by their email, and how this site is known there. */
export type Provider = { name: string; issuer: string; clientId: string; clientSecret: string }

/** Each of these is of use only with the others beside it. */
const settingsTogether = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['IMAGE_UPLOAD_URL', 'IMAGE_UPLOAD_PRESET'],
]

export class ConfigError extends Error {}

/** Reads the environment. Throws a ConfigError that lists every variable that cannot be used. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { data: env, error } = EnvironmentSchema.safeParse(given)
  const problems = error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  // From what was given: these are named even when something else cannot be used.
  const production = given.NODE_ENV === 'production'
  if (production && given.RATE_LIMIT === 'off') problems.push('RATE_LIMIT may be off only outside production')
  if (production && given.DEV_SERVER === 'on') problems.push('DEV_SERVER may be on only outside production')
  if (production && given.TEST) problems.push('TEST must not be set in production')
  for (const together of settingsTogether) {
    const missing = together.filter((name) => !given[name])
    if (missing.length > 0 && missing.length < together.length)
      problems.push(`${missing.join(' and ')} must be set too, as ${together.find((name) => given[name])} is`)
  }
  if (given.IMAGE_DELIVERY_URL && !given.IMAGE_UPLOAD_URL)
    problems.push('IMAGE_UPLOAD_URL must be set too, as IMAGE_DELIVERY_URL is')
  if (!env || problems.length > 0) {
    throw new ConfigError(
      `The settings cannot be used:\n${problems.map((problem) => `  - ${problem}.`).join('\n')}`,
    )
  }
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    demo: env.DEMO === 'on' && !production,
    devServer: env.DEV_SERVER === 'on',
    logLevel: env.LOG_LEVEL,
    // A developer's own machine is not attacked, and its browser tests are quick.
    rateLimit: env.RATE_LIMIT === 'off' ? null : (env.RATE_LIMIT ?? (production ? 1 : 10)),
    trustProxy: env.TRUST_PROXY ?? false,
    secret: env.SECRET ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: senderOf(env),
    google: providerOf('Google', env.GOOGLE_ISSUER, env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    oidc: providerOf(env.OIDC_NAME, env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET),
    storage: env.STORAGE_URL ?? null,
    imageHost: imageHostOf(env.IMAGE_UPLOAD_URL, env.IMAGE_UPLOAD_PRESET, env.IMAGE_DELIVERY_URL),
    product: {
      name: env.SITE_NAME,
      slug: env.SITE_SLUG,
      tagline: env.SITE_TAGLINE,
      contactEmail: env.CONTACT_EMAIL ?? defaultProduct.contactEmail,
      currency: env.SITE_CURRENCY,
      timeZone: env.SITE_TIME_ZONE,
      socialLinks: { facebook: env.SITE_FACEBOOK, instagram: env.SITE_INSTAGRAM, x: env.SITE_X },
    },
  }
}

function senderOf(env: z.infer<typeof EnvironmentSchema>): Mailbox {
  const { name, within, bare } = env.MAIL_FROM?.match(mailboxForm)?.groups ?? {}
  const address = within ?? bare ?? env.CONTACT_EMAIL ?? defaultProduct.contactEmail
  return { name: name?.trim() || env.SITE_NAME, address }
}

function providerOf(
  name: string,
  issuer?: string,
  clientId?: string,
  clientSecret?: string,
): Provider | null {
  return issuer && clientId && clientSecret ? { name, issuer, clientId, clientSecret } : null
}
