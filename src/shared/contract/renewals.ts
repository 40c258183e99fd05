/** Renewing a service: its author says that it is still offered. */
import * as z from 'zod/mini'
import { freshnesses, ListingIdSchema } from '../listing.ts'
import { publicPaths } from '../paths.ts'
import { safeRedirectPath } from '../safe-redirect.ts'
import { LinkTokenSchema } from '../schemas/fields.ts'
import { messageReply, type Rows } from './endpoint.ts'

/** What the page behind the link of an email shows. */
const RenewalSchema = z.object({
  id: z.string(),
  title: z.string(),
  freshness: z.enum(freshnesses),
  /** Whether its author has been sent a reminder, and has not answered. */
  isDue: z.boolean(),
})
export type RenewalForm = z.infer<typeof RenewalSchema>

export const renewalRows = {
  renewService: {
    summary:
      'Renews your service, which says that you still offer it. If it was archived, it is listed again.',
    access: 'active',
    params: ListingIdSchema,
    reply: messageReply,
    forms: [
      {
        path: publicPaths.renewService(),
        next: ({ fields }) => safeRedirectPath(fields.to),
      },
    ],
  },
  getRenewal: {
    summary: 'Retrieves the service that the link in an email renews.',
    body: LinkTokenSchema,
    reply: RenewalSchema,
  },
  renewByLink: {
    summary: 'Renews a service with the token of the link in an email.',
    body: LinkTokenSchema,
    reply: messageReply,
    forms: [
      {
        path: publicPaths.renewService(),
        marker: 'token',
        next: ({ fields: { token } }) => publicPaths.renewService({ token }),
      },
    ],
  },
} as const satisfies Rows
