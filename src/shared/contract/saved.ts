/** Saved ads: the ads that someone has marked with a heart, in their browser or in their account. */
import * as z from 'zod/mini'
import { maxPageSize, maxSavedAds } from '../limits.ts'
import { ListedEventSchema, ListedServiceSchema } from '../listing.ts'
import { privatePaths } from '../paths.ts'
import { uuidField } from '../schemas/fields.ts'
import { t } from '../translate.ts'
import type { PlainForm, Rows } from './endpoint.ts'

const idSentence = { error: () => t('ids must be ids of ads, such as 0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b.') }
const uuid = uuidField(idSentence)
const tooMany = `ids can have at most ${maxPageSize} ids.`

/** The ids of some ads in a URL, separated by commas. */
const AdIdsQuerySchema = z.object({
  ids: z.pipe(
    z
      .string({ error: () => t('ids is required once, as ids of ads separated by commas.') })
      .check(z.maxLength(maxPageSize * 37, tooMany)),
    z.pipe(
      z.transform((text: string) => [...new Set(text.split(',').map((id) => id.trim()))]),
      z.array(uuid, idSentence).check(z.maxLength(maxPageSize, tooMany)),
    ),
  ),
})

const SavedIdsSchema = z.object({
  ids: z
    .array(uuid, idSentence)
    .check(z.minLength(1, idSentence), z.maxLength(maxSavedAds, `ids can have at most ${maxSavedAds} ids.`)),
})

/** `ids` are all saved ads, the latest first. `own` are your own newest ads in lists, which nobody offers you to save. */
const SavedAdsSchema = z.object({ ids: z.array(z.string()), own: z.array(z.string()) })
export type SavedAds = z.infer<typeof SavedAdsSchema>

/** For signed-in people: visitors' saved ads are in their browser. */
const form: PlainForm = {
  path: privatePaths.saved,
  toBody: ({ ids = '' }) => ({ ids: ids.split(',') }),
  next: () => privatePaths.saved,
}

export const savedRows = {
  listListings: {
    summary: 'Lists the services and events with these ids, as far as they are public.',
    query: AdIdsQuerySchema,
    // Does not tell hidden and deleted ads apart from ids that never existed.
    reply: z.object({ services: z.array(ListedServiceSchema), events: z.array(ListedEventSchema) }),
  },
  listSaved: {
    summary: 'Lists the ids of your saved ads, the latest first.',
    access: 'signed-in',
    reply: SavedAdsSchema,
  },
  saveListings: {
    summary: `Saves ads, the first as the latest, up to ${maxSavedAds} in all. Ignores ids of ads that are not public. Returns all saved ads.`,
    access: 'signed-in',
    body: SavedIdsSchema,
    reply: SavedAdsSchema,
    forms: [form],
  },
  removeSaved: {
    summary: 'Removes ads from your saved ads. Returns those that remain.',
    access: 'signed-in',
    body: SavedIdsSchema,
    reply: SavedAdsSchema,
    forms: [{ ...form, actions: { remove: {} } }],
  },
} as const satisfies Rows
