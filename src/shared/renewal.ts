/** Renewing a service: its author says that it is still offered. */
import * as z from 'zod/mini'
import { freshnesses } from './listing.ts'

/** The token of the link in an email, which names one service. */
export const RenewalTokenSchema = z.object({
  token: z.string('The link is incomplete. Please open it from the email again.').check(z.maxLength(200)),
})

/** What the page behind the link shows. */
export const RenewalSchema = z.object({
  id: z.string(),
  title: z.string(),
  freshness: z.enum(freshnesses),
  /** Whether its author has been asked, and has not answered. */
  isDue: z.boolean(),
})
export type RenewalForm = z.infer<typeof RenewalSchema>
