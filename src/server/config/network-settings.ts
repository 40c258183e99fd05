/** Settings of connections: where to listen, for whom, and which proxies to trust. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { isStrongSecret } from './secret-strength.ts'

export type ListenAddress = { host: string; port: number }

/** `example` is shown to operators. */
function listenAddressSchema(example: string) {
  const rule = `must be an address and a port such as ${example}`
  return z
    .string()
    .regex(/^(\[[0-9a-f:.]+\]|[^\s:[\]]+):\d{1,5}$/i, rule)
    .transform(parse)
    .refine(({ port }) => port <= 65_535, rule)
}

function parse(text: string): ListenAddress {
  const colon = text.lastIndexOf(':')
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) }
}

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

export type InboundMail = ListenAddress & {
  /** The domain of reply addresses, in lowercase. */
  domain: string
}

const domainPattern = /^(?=.{1,190}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

export const inboundMailVariables = {
  INBOUND_MAIL: z.string().regex(domainPattern, 'must be a domain such as reply.example.org').optional(),
  INBOUND_MAIL_LISTEN: listenAddressSchema('0.0.0.0:25 or [::]:25').prefault('127.0.0.1:2525'),
}

/** Returns null if the site receives no email. */
export function inboundMailOf({
  INBOUND_MAIL,
  INBOUND_MAIL_LISTEN,
}: z.infer<z.ZodObject<typeof inboundMailVariables>>): InboundMail | null {
  if (INBOUND_MAIL === undefined) return null
  return { ...INBOUND_MAIL_LISTEN, domain: INBOUND_MAIL.toLowerCase() }
}

/** Checks a comma-separated list of IP addresses, networks, and the names that Fastify knows. */
function isProxyList(text: string): boolean {
  return text.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/')
    if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return bits === undefined
    const version = isIP(address)
    const maxBits = version === 4 ? 32 : 128
    const isValidRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)
    return version !== 0 && isValidRange && rest.length === 0
  })
}

export const proxyListSchema = z
  .string()
  .refine(
    isProxyList,
    'must list IP addresses or networks such as 127.0.0.1 or 10.0.0.0/8, or the names loopback, linklocal, and uniquelocal',
  )
