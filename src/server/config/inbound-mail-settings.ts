/** The settings of the email that the site receives: replies to relayed messages. */
import { z } from 'zod'
import { type ListenAddress, listenAddressSchema } from './listen-address.ts'

export type InboundMail = ListenAddress & {
  /** The domain of reply addresses, in lowercase. */
  domain: string
}

const domainPattern = /^(?=.{1,190}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

export const inboundMailVariables = {
  INBOUND_MAIL: z.string().regex(domainPattern, 'must be a domain such as reply.example.org').optional(),
  INBOUND_MAIL_LISTEN: listenAddressSchema('0.0.0.0:25 or [::]:25').prefault('127.0.0.1:2525'),
}

type Variables = z.infer<z.ZodObject<typeof inboundMailVariables>>

/** Returns null if the site receives no email. */
export function inboundMailOf({ INBOUND_MAIL, INBOUND_MAIL_LISTEN }: Variables): InboundMail | null {
  if (INBOUND_MAIL === undefined) return null
  return { ...INBOUND_MAIL_LISTEN, domain: INBOUND_MAIL.toLowerCase() }
}
