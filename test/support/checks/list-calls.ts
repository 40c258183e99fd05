/** All calls that return lists of listings, for tests that hold for each of them. */
import type { Kind, ListedEvent, ListedService } from '../../../src/shared/listing.ts'
import type { CallResponse, TestApp } from '../site/app.ts'

type ListedItem = ListedService | ListedEvent
type ListBody = ListedItem[] | { services?: ListedItem[]; events?: ListedItem[]; total?: number }

export type ListCall = {
  path: string
  kind: Kind
  /** The required parameter, with a value that matches the listings of the factories. */
  required?: { name: string; value: string }
  /** Returns an array instead of a page. */
  plain?: true
}

const filters = [
  { by: 'category', value: 'Pet Services' },
  { by: 'subcategory', value: 'Dog Walking' },
  { by: 'country', value: 'United States' },
  { by: 'state', value: 'Texas' },
  { by: 'city', value: 'Austin' },
]

export const listCalls: ListCall[] = (['service', 'event'] as const).flatMap((kind) => [
  { path: `/${kind}s`, kind },
  { path: `/${kind}sbyfilter`, kind },
  ...filters.map(({ by, value }) => ({
    path: `/${kind}sby${by}`,
    kind,
    required: { name: by, value },
    ...(by === 'city' && { plain: true as const }),
  })),
])

/** Returns the URL of a list call with its required parameter and `query`. */
export function listUrl({ path, required }: ListCall, query: Record<string, string> = {}): string {
  const parameters = new URLSearchParams({ ...(required && { [required.name]: required.value }), ...query })
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

/** Returns the listings of a response, in any of its shapes. */
export function itemsOf(body: unknown): ListedItem[] {
  const list = body as ListBody
  return Array.isArray(list) ? list : (list.services ?? list.events ?? [])
}

export const titlesOf = (body: unknown): string[] => itemsOf(body).map((item) => item.title)

/**
 * Returns the titles that `/servicesbyfilter` or `/eventsbyfilter` lists, in order. Of a search, only those that match all
 * its words.
 */
export async function findTitles(
  site: TestApp,
  query: Record<string, string>,
  kind: Kind = 'service',
): Promise<string[]> {
  const { body } = await site.get<{ search?: { full: number } }>(
    `/${kind}sbyfilter?${new URLSearchParams(query)}`,
  )
  return titlesOf(body).slice(0, body.search?.full)
}

/** Requests every page of a list, in order. */
export async function readAllPages(
  site: TestApp,
  call: ListCall,
  query: Record<string, string> = {},
): Promise<CallResponse<unknown>[]> {
  const responses: CallResponse<unknown>[] = []
  for (;;) {
    const response = await site.get(listUrl(call, { ...query, page: String(responses.length + 1) }))
    if (itemsOf(response.body).length === 0) return responses
    responses.push(response)
  }
}
