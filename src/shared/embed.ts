/** The query of an embedded list of events. */
import * as z from 'zod/mini'
import { defaultEmbeddedEvents } from './limits.ts'
import { FilterSchema } from './listing.ts'
import { pageLimit, uuidField } from './schemas/fields.ts'

const embedThemes = ['auto', 'light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

const EmbedFilterSchema = z.omit(FilterSchema, { status: true, page: true, limit: true, sort: true })
export type EmbedFilter = z.output<typeof EmbedFilterSchema>

export const EmbedQuerySchema = z.object({
  ...EmbedFilterSchema.shape,
  seller: z.optional(
    uuidField('seller must be the id of a seller, such as 0193e0a4-5b7c-7def-8a1b-2c3d4e5f6a7b.'),
  ),
  limit: pageLimit(defaultEmbeddedEvents),
  theme: z._default(z.enum(embedThemes, `theme must be ${embedThemes.join(', ')}.`), 'auto'),
})
