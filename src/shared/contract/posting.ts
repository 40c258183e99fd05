/** The calls of the forms of listings. */
import * as z from 'zod/mini'
import { authorPaths } from '../author-paths.ts'
import { VenueSchema } from '../event-fields.ts'
import { venueLengths } from '../limits.ts'
import { type Kind, ListingIdSchema, PlaceSchema, placeFields } from '../listing.ts'
import { publishAtField } from '../listing-input.ts'
import { publicPaths } from '../paths.ts'
import { textParameter } from '../schemas/fields.ts'
import { messageReply, type PlainForm, type Rows } from './endpoint.ts'

const VenueQuerySchema = z.object({
  /** What was typed of the name. Without it, the venues that you used last are suggested. */
  q: z.optional(textParameter('q', venueLengths.name)),
  /** The town of the event: venues of other people’s public events there are suggested, too. */
  ...placeFields,
})
export type VenueQuery = z.infer<typeof VenueQuerySchema>

const VenueSuggestionSchema = z.object({
  ...z.omit(VenueSchema, { note: true }).shape,
  /** `Austin, Texas`. */
  town: z.string(),
})
export type VenueSuggestion = z.infer<typeof VenueSuggestionSchema>

/** The upload URL, and the form fields to send with each picture (specification, section 7). */
const PictureUploadSchema = z.object({ url: z.string(), upload_preset: z.string(), folder: z.string() })
export type PictureUpload = z.infer<typeof PictureUploadSchema>

/** What the form of a new listing can fill in for its author. */
const PostingDefaultsSchema = z.object({
  /** The country of the author's newest listing, or that of the home town; null if there is neither. */
  country: z.nullable(z.string()),
  /** The home town of the site, if it is in this country. */
  state: z.nullable(z.string()),
  city: z.nullable(z.string()),
})
export type PostingDefaults = z.infer<typeof PostingDefaultsSchema>

const publicationForm = (kind: Kind): PlainForm => ({
  path: authorPaths.publication(kind, ':id'),
  hidden: /^/,
  toBody: ({ publish_at, now }) => ({ publishAt: now ? null : publish_at }),
  next: ({ id }) => publicPaths.listing(kind, id),
})

export const postingRows = {
  getPostingDefaults: {
    summary: 'Retrieves what the form of a new listing fills in for you.',
    access: 'signed-in',
    reply: PostingDefaultsSchema,
  },
  suggestVenues: {
    summary:
      'Suggests venues whose name contains `q`: those of your own events, and those of public events in the same town.',
    access: 'active',
    query: VenueQuerySchema,
    reply: z.array(VenueSuggestionSchema),
    budget: { name: 'venues', perMinute: 120, burst: 60 },
  },
  getPictureUpload: {
    summary: 'Retrieves the URL and the form fields for picture uploads.',
    access: 'active',
    reply: PictureUploadSchema,
  },
  setPublication: {
    summary:
      'Changes when your scheduled ad is published, in the time zone of its place; `null` publishes it now. Returns 409 if it is not scheduled.',
    access: 'active',
    params: ListingIdSchema,
    body: z.object({ publishAt: z.nullable(publishAtField) }),
    reply: messageReply,
    forms: [publicationForm('service'), publicationForm('event')],
  },
  getTimeZone: {
    summary: 'Returns the IANA time zone of a place, in which the times of its events are.',
    query: PlaceSchema,
    reply: z.object({ time_zone: z.string() }),
    maxAge: 3600,
  },
} as const satisfies Rows
