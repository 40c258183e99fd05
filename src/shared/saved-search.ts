/** Saved searches, and the browsers that show their notifications, as sent. */
import * as z from 'zod/mini'
import { maxNameLength } from './limits.ts'
import { ListSearchSchema } from './listing.ts'
import { idOf, readable, textField } from './schemas/fields.ts'

const alertFrequencies = ['immediately', 'daily', 'weekly'] as const
export type AlertFrequency = (typeof alertFrequencies)[number]

const frequency = z.enum(alertFrequencies, 'Please choose how often.')
const name = textField('a name', maxNameLength).check(z.minLength(1, 'Please enter a name.'))

export const NewSavedSearchSchema = z.object({
  kind: z.enum(['service', 'event'], 'kind must be service or event.'),
  name,
  frequency,
  filter: ListSearchSchema,
})

export const SavedSearchChangeSchema = z.object({
  name: z.optional(name),
  frequency: z.optional(frequency),
  paused: z.optional(z.boolean('paused must be true or false.')),
})
export type SavedSearchChange = z.output<typeof SavedSearchChangeSchema>

export const SavedSearchIdSchema = z.object({ id: idOf('a saved search') })

const SavedSearchSchema = z.object({
  id: z.string(),
  kind: z.enum(['service', 'event']),
  name: z.string(),
  /** The path of the list. */
  path: z.string(),
  frequency: z.enum(alertFrequencies),
  paused: z.boolean(),
})
export type SavedSearch = z.infer<typeof SavedSearchSchema>

export const SavedSearchesSchema = z.object({
  searches: z.array(SavedSearchSchema),
  /** The key with which a browser subscribes to notifications (VAPID, RFC 8292). */
  pushKey: z.string(),
  /** How many browsers of the account show notifications. */
  browsers: z.int(),
})
export type SavedSearches = z.infer<typeof SavedSearchesSchema>

export const SavedSearchReplySchema = z.object({ message: z.string(), id: z.string() })

const endpointSentence = 'endpoint must be the https address of a push service.'
const endpoint = z
  .string(endpointSentence)
  .check(z.maxLength(1000, endpointSentence), z.refine(readable, endpointSentence))
const key = (what: string, length: number) =>
  z
    .string(`${what} is required.`)
    .check(z.regex(new RegExp(`^[\\w-]{${length}}=*$`), `${what} is not a valid key.`))

/** What `PushSubscription.toJSON()` returns in a browser. */
export const PushSubscriptionSchema = z.object({
  endpoint,
  keys: z.object({ p256dh: key('p256dh', 87), auth: key('auth', 22) }),
})
export type NewPushSubscription = z.output<typeof PushSubscriptionSchema>
export const PushEndpointSchema = z.object({ endpoint })
