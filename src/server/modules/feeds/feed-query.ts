/** The query of a feed or calendar URL: the same filters, by name, as the list page that it follows. */
import * as z from 'zod/mini'
import { FilterSchema } from '../../../shared/listing.ts'
import { parse } from '../../platform/http/dispatch.ts'

const filters = {
  searchtext: true,
  category: true,
  subcategory: true,
  country: true,
  state: true,
  city: true,
} as const
const FeedQuerySchema = z.pick(FilterSchema, { ...filters, sort: true })

export type FeedQuery = z.infer<typeof FeedQuerySchema>

/** Throws `invalid` with a message for each bad parameter. */
export const parseFeedQuery = (query: unknown): FeedQuery => parse(FeedQuerySchema, query) as FeedQuery
