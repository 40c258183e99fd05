/** The calls that answer lists of listings, for tests that ask all of them the same question. */
import type { Kind, ListedEvent, ListedService } from '../../src/shared/listing.ts'
import type { Answer, TestApp } from './app.ts'

type Listed = ListedService | ListedEvent
type ListBody = Listed[] | { services?: Listed[]; events?: Listed[]; total?: number }

export type ListCall = {
  path: string
  kind: Kind
  /** The parameter that it cannot do without, and a value under which the factories' listings are found. */
  required?: { name: string; value: string }
  /** Answers an array, not a page. */
  plain?: true
}

const narrowings = [
  { by: 'category', value: 'Pet Services' },
  { by: 'subcategory', value: 'Dog Walking' },
  { by: 'country', value: 'United States' },
  { by: 'state', value: 'Texas' },
  { by: 'city', value: 'Austin' },
]

export const listCalls: ListCall[] = (['service', 'event'] as const).flatMap((kind) => [
  { path: `/${kind}s`, kind },
  { path: `/${kind}sbyfilter`, kind },
  ...narrowings.map(({ by, value }) => ({
    path: `/${kind}sby${by}`,
    kind,
    required: { name: by, value },
    ...(by === 'city' && { plain: true as const }),
  })),
])

/** The address of a list call with what it needs and these parameters besides. */
export function addressOfList({ path, required }: ListCall, query: Record<string, string> = {}): string {
  const parameters = new URLSearchParams({ ...(required && { [required.name]: required.value }), ...query })
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

/** The listings of a list call's answer, whatever its shape. */
export function itemsOf(body: unknown): Listed[] {
  const list = body as ListBody
  return Array.isArray(list) ? list : (list.services ?? list.events ?? [])
}

export const titlesOf = (body: unknown): string[] => itemsOf(body).map((item) => item.title)

/** The titles under `/servicesbyfilter`, or `/eventsbyfilter`, in their order. */
export async function findTitles(
  site: TestApp,
  query: Record<string, string>,
  kind: Kind = 'service',
): Promise<string[]> {
  const { body } = await site.get(`/${kind}sbyfilter?${new URLSearchParams(query)}`)
  return titlesOf(body)
}

/** Every page of a list, one after the other. */
export async function readAllPages(
  site: TestApp,
  call: ListCall,
  query: Record<string, string> = {},
): Promise<Answer<unknown>[]> {
  const answers: Answer<unknown>[] = []
  for (;;) {
    const answer = await site.get(addressOfList(call, { ...query, page: String(answers.length + 1) }))
    if (itemsOf(answer.body).length === 0) return answers
    answers.push(answer)
  }
}
