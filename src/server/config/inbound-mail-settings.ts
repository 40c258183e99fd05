/** The settings of the email that the site receives: replies to relayed messages. */
import { z } from 'zod'

export type InboundMail = {
  /** The domain of reply addresses, in lowercase. */
  domain: string
  host: string
  port: number
}

const domainPattern = /^(?=.{1,190}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
const listenRule = 'must be an address and a port such as 0.0.0.0:25 or [::]:25'

export const inboundMailVariables = {
  INBOUND_MAIL: z.string().regex(domainPattern, 'must be a domain such as reply.example.org').optional(),
  INBOUND_MAIL_LISTEN: z
    .string()
    .regex(/^(\[[0-9a-f:.]+\]|[^\s:[\]]+):\d{1,5}$/i, listenRule)
    .refine((address) => portOf(address) <= 65_535, listenRule)
    .default('127.0.0.1:2525'),
}

type Variables = z.infer<z.ZodObject<typeof inboundMailVariables>>

/** Returns null if the site receives no email. */
export function inboundMailOf({ INBOUND_MAIL, INBOUND_MAIL_LISTEN }: Variables): InboundMail | null {
  if (INBOUND_MAIL === undefined) return null
  const host = INBOUND_MAIL_LISTEN.slice(0, INBOUND_MAIL_LISTEN.lastIndexOf(':')).replace(/^\[|\]$/g, '')
  return { domain: INBOUND_MAIL.toLowerCase(), host, port: portOf(INBOUND_MAIL_LISTEN) }
}

const portOf = (address: string) => Number(address.slice(address.lastIndexOf(':') + 1))
