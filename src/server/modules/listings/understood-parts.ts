/** What a search text says besides words and a place, in the terms of the filters of a list. */
import { maxPrice } from '../../../shared/limits.ts'
import { eventDays } from '../../../shared/list-filters.ts'
import type { UnderstoodPart } from '../../../shared/search.ts'
import { daysOfFilterOn, type SearchOutcome } from '../search/service.ts'

type Understood = Pick<SearchOutcome, 'price' | 'days' | 'near'>

/** Returns the parts of the text that filter the results, in their order. */
export function understoodParts(
  { price, days, near }: Understood,
  text: string,
  today: number,
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

function filtersOfPrice({ min, max }: { min: number; max: number }): UnderstoodPart['filters'] {
  if (max === 0) return { free: 'true' }
  return {
    ...(min > 0 && { price_min: String(min / 100) }),
    ...(max < maxPrice * 100 && { price_max: String(max / 100) }),
  }
}

function filtersOfDays(
  days: NonNullable<Understood['days']>['days'],
  today: number,
): UnderstoodPart['filters'] {
  const when = 'when' in days ? eventDays.find((each) => each === days.when) : undefined
  if (when) return { when }
  return daysOfFilterOn(days, today)
}
