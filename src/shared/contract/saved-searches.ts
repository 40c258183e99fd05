/** Saved searches, and the browsers that show their notifications, as sent. */
import * as z from 'zod/mini'
import { maxNameLength } from '../limits.ts'
import { ListSearchSchema } from '../listing.ts'
import { privatePaths, withQuery } from '../paths.ts'
import { idOf, readable, textField, yesNo } from '../schemas/fields.ts'
import { msg, t } from '../translate.ts'
import { filledOf, messageReply, type Rows } from './endpoint.ts'

const alertFrequencies = ['immediately', 'daily', 'weekly'] as const
export type AlertFrequency = (typeof alertFrequencies)[number]

const frequency = z.enum(alertFrequencies, { error: () => t('Please choose how often.') })
const name = textField(msg('a name'), maxNameLength).check(
  z.minLength(1, { error: () => t('Please enter a name.') }),
)

const SavedSearchChangeSchema = z.object({
  name: z.optional(name),
  frequency: z.optional(frequency),
  paused: z.optional(yesNo('paused')),
})
export type SavedSearchChange = z.output<typeof SavedSearchChangeSchema>

const SavedSearchIdSchema = z.object({ id: idOf(msg('a saved search')) })

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

const SavedSearchesSchema = z.object({
  searches: z.array(SavedSearchSchema),
  /** The key with which a browser subscribes to notifications (VAPID, RFC 8292). */
  pushKey: z.string(),
  /** How many browsers of the account show notifications. */
  browsers: z.int(),
})
export type SavedSearches = z.infer<typeof SavedSearchesSchema>

const endpointSentence = { error: () => t('endpoint must be the https address of a push service.') }
const endpoint = z
  .string(endpointSentence)
  .check(z.maxLength(1000, endpointSentence), z.refine(readable, endpointSentence))
const key = (name: string, length: number) =>
  z.string({ error: () => t('{name} is required.', { name }) }).check(
    z.regex(new RegExp(`^[\\w-]{${length}}=*$`), {
      error: () => t('{name} is not a valid key.', { name }),
    }),
  )

/** What `PushSubscription.toJSON()` returns in a browser. */
const PushSubscriptionSchema = z.object({
  endpoint,
  keys: z.object({ p256dh: key('p256dh', 87), auth: key('auth', 22) }),
})
export type NewPushSubscription = z.output<typeof PushSubscriptionSchema>

const pagePath = `${privatePaths.savedSearches}/:id`
const pageAfter = (done: 'saved' | 'changed' | 'deleted') => withQuery(privatePaths.savedSearches, { done })

export const savedSearchRows = {
  listSavedSearches: {
    summary: 'Lists your saved searches, newest first.',
    access: 'signed-in',
    reply: SavedSearchesSchema,
  },
  saveSearch: {
    summary: 'Saves a search, so that you hear about new ads. Saving the same search again changes it.',
    access: 'active',
    body: z.object({
      kind: z.enum(['service', 'event'], { error: () => t('kind must be service or event.') }),
      name,
      frequency,
      filter: ListSearchSchema,
    }),
    reply: z.object({ message: z.string(), id: z.string() }),
    forms: [
      {
        path: privatePaths.saveSearch,
        hidden: /^(?!name$)/,
        toBody: ({ kind, name, frequency, ...filter }) => ({
          kind,
          name,
          frequency,
          filter: filledOf(filter),
        }),
        next: () => pageAfter('saved'),
      },
    ],
  },
  changeSavedSearch: {
    summary: 'Renames or pauses one of your saved searches, or changes how often you hear about new ads.',
    access: 'signed-in',
    params: SavedSearchIdSchema,
    body: SavedSearchChangeSchema,
    reply: messageReply,
    forms: [
      { path: pagePath, next: () => pageAfter('changed') },
      {
        path: pagePath,
        actions: { pause: { paused: true }, resume: { paused: false } },
        next: () => pageAfter('changed'),
      },
    ],
  },
  deleteSavedSearch: {
    summary: 'Deletes one of your saved searches.',
    access: 'signed-in',
    params: SavedSearchIdSchema,
    reply: messageReply,
    forms: [{ path: pagePath, actions: { delete: {} }, next: () => pageAfter('deleted') }],
  },
  addPushSubscription: {
    summary: 'Sends the notifications about your saved searches to a browser (Push API).',
    access: 'active',
    body: PushSubscriptionSchema,
    reply: messageReply,
  },
  removePushSubscription: {
    summary: 'Sends one of your browsers no more notifications.',
    access: 'signed-in',
    body: z.object({ endpoint }),
    reply: messageReply,
  },
} as const satisfies Rows
