/** What a search text says besides words and a place, in the terms of the filters of a list. */
import { eventDays } from '../../../shared/list-filters.ts'
import type { UnderstoodPart } from '../../../shared/search.ts'
import { type Day, daysOn, type SearchOutcome } from '../search/service.ts'

type Understood = Pick<SearchOutcome, 'price' | 'days' | 'near'>

/** Returns the parts of the text that filter the results, in their order. */
export function understoodParts(
  { price, days, near }: Understood,
  text: string,
  today: Day,
): UnderstoodPart[] {
  const parts = [
    ...(near ? [partOf(near, { near: near.name })] : []),
    ...(price ? [partOf(price, filtersOfPrice(price.range))] : []),
    ...(days ? [partOf(days, filtersOfDays(days.days, today))] : []),
  ]
  return parts.sort((a, b) => text.indexOf(a.typed) - text.indexOf(b.typed))
}

const partOf = ({ typed, rest }: { typed: string; rest: string }, filters: UnderstoodPart['filters']) => ({
  typed,
  text: rest,
  filters,
})

function filtersOfPrice({ min, max }: { min?: number; max?: number }): UnderstoodPart['filters'] {
  if (max === 0) return { free: 'true' }
  return {
    ...(min !== undefined && { price_min: String(min) }),
    ...(max !== undefined && { price_max: String(max) }),
  }
}

function filtersOfDays(days: NonNullable<Understood['days']>['days'], today: Day): UnderstoodPart['filters'] {
  const when = 'when' in days ? eventDays.find((each) => each === days.when) : undefined
  return when ? { when } : daysOn(days, today)
}
