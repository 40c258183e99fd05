/** Searches that were saved before search had engines: in cents, and in days since 2000-01-01. */
import { addDays } from '../../../shared/days.ts'
import type { FlagField } from '../../../shared/list-filters.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { DayFilter, EngineFilter, StoredSearch } from '../search/service.ts'

export type EarlierSearch = {
  kind: Kind
  topics: number[][]
  places: number[][]
  concepts: { alternatives: { terms: string[]; within?: number[] }[]; topics: number[]; places: number[] }[]
  phrases: string[][]
  price?: { min: number; max: number }
  pictures?: true
  days?: { from: number; to: number }
  when?: Extract<DayFilter, { when: unknown }>['when']
  hideEnded?: true
  near?: EngineFilter['near']
}

/** Returns a stored search in the form of today. */
export function currentFormat(stored: StoredSearch | EarlierSearch): StoredSearch {
  if ('filter' in stored) return stored
  const { kind, topics, places, price, pictures, hideEnded, near } = stored
  const flags: FlagField[] = pictures ? ['pictures'] : []
  return {
    phrases: stored.phrases,
    concepts: stored.concepts.map((concept) => ({
      typed: '',
      alternatives: concept.alternatives.map((each) => ({ ...each, weight: 1 })),
      topics: concept.topics.map((id) => ({ id, weight: 1 })),
      places: concept.places,
    })),
    filter: {
      kind,
      topics,
      places,
      ranges: price ? [{ field: 'price', min: price.min / 100, max: price.max / 100 }] : [],
      flags,
      days: daysOf(stored),
      hideEnded,
      near,
    },
  }
}

function daysOf({ days, when }: EarlierSearch): DayFilter | undefined {
  if (when) return { when }
  return days && { from: dayOf(days.from), to: dayOf(days.to) }
}

const dayOf = (day: number) => addDays('2000-01-01', day)
