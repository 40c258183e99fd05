/** Saved ads: the ads that someone has marked with a heart, in their browser or in their account. */
import * as z from 'zod/mini'
import { maxPageSize, maxSavedAds } from './limits.ts'
import { ListedEventSchema, ListedServiceSchema } from './listing.ts'
import { uuidField } from './schemas/fields.ts'

const idSentence = 'ids must be ids of ads, such as 0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b.'
const uuid = uuidField(idSentence)
const tooMany = `ids can have at most ${maxPageSize} ids.`

/** The ids of some ads in a URL, separated by commas. */
export const AdIdsQuerySchema = z.object({
  ids: z.pipe(
    z
      .string('ids is required once, as ids of ads separated by commas.')
      .check(z.maxLength(maxPageSize * 37, tooMany)),
    z.pipe(
      z.transform((text: string) => [...new Set(text.split(',').map((id) => id.trim()))]),
      z.array(uuid, idSentence).check(z.maxLength(maxPageSize, tooMany)),
    ),
  ),
})

/** Those of the ads that are public. The others are not told apart: hidden, deleted, or never there. */
export const PublicAdsSchema = z.object({
  services: z.array(ListedServiceSchema),
  events: z.array(ListedEventSchema),
})

export const SavedIdsSchema = z.object({
  ids: z
    .array(uuid, idSentence)
    .check(z.minLength(1, idSentence), z.maxLength(maxSavedAds, `ids can have at most ${maxSavedAds} ids.`)),
})

/** `ids` are all saved ads, the latest first. `own` are your own newest ads in lists, which nobody offers you to save. */
export const SavedAdsSchema = z.object({ ids: z.array(z.string()), own: z.array(z.string()) })
export type SavedAds = z.infer<typeof SavedAdsSchema>
