/** The query of an embedded list of events. */
import * as z from 'zod/mini'
import { defaultEmbeddedEvents } from './limits.ts'
import { searchFields } from './listing.ts'
import { idOf, pageLimit } from './schemas/fields.ts'
import { withFieldFilters } from './search.ts'
import { msg, t } from './translate.ts'

const embedThemes = ['auto', 'light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

export const EmbedQuerySchema = withFieldFilters(
  z.object({
    ...searchFields,
    seller: z.optional(idOf(msg('a seller'), 'seller')),
    limit: pageLimit(defaultEmbeddedEvents),
    theme: z._default(
      z.enum(embedThemes, {
        error: () => t('theme must be {values}.', { values: embedThemes.join(', ') }),
      }),
      'auto',
    ),
  }),
)
export type EmbedQuery = z.output<typeof EmbedQuerySchema>
