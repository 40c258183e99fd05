import type { Api } from '../../../shared/api-client.ts'
import type { TopicCount } from '../../../shared/contract/browse.ts'
import type { CountFilter } from '../../../shared/listing.ts'

/** The counts of categories and subcategories by id. Topics without ads are missing. */
export type TopicCounts = ReadonlyMap<string, TopicCount>

/** Returns null if the counts cannot be loaded: the links are useful without them. */
export async function loadTopicCounts(api: Api, filter: CountFilter = {}): Promise<TopicCounts | null> {
  try {
    const counts = await api.countListings({ query: filter })
    return new Map(counts.map((count) => [count.id, count]))
  } catch {
    return null
  }
}
