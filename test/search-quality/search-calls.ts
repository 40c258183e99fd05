/** Searches through the calls that the search page uses. */
import * as z from 'zod/mini'
import { calls } from '../../src/shared/calls.ts'
import type { Kind } from '../../src/shared/listing.ts'
import type { Result, Search } from './evaluate.ts'

const Rows = z.array(z.object({ title: z.string(), subcategory: z.nullable(z.string()) }))
const Page = z.object({
  services: z.optional(Rows),
  events: z.optional(Rows),
  /** Without it, all results match fully. */
  search: z.optional(z.object({ full: z.int() })),
})

/** `get` returns the parsed body of a GET request to a call, given without `/api`. */
export function searchThrough(get: (path: string) => Promise<unknown>): Search {
  const list = async (kind: Kind, path: string, text: string): Promise<Result[]> => {
    const page = Page.parse(await get(`${path}?${new URLSearchParams({ searchtext: text })}`))
    const rows = page.services ?? page.events ?? []
    const full = page.search?.full ?? rows.length
    return rows.map(({ title, subcategory }, index) => ({ kind, title, subcategory, full: index < full }))
  }
  return async (text) => [
    ...(await list('service', calls.filterServices.path, text)),
    ...(await list('event', calls.filterEvents.path, text)),
  ]
}
