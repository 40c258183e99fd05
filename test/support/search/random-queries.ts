/** Random queries on the listings of `random-board.ts`, for property tests. */
import fc from 'fast-check'
import type {
  Concept,
  DayFilter,
  EngineFilter,
  EngineQuery,
  EngineSort,
  FacetRequest,
} from '../../../src/server/modules/search/engine.ts'
import { addDays } from '../../../src/shared/days.ts'
import { eventDays, type FlagField, type RangeFilter } from '../../../src/shared/list-filters.ts'
import {
  boardChoices,
  boardNumbers,
  boardTerms,
  idOf,
  now,
  numberKeys,
  placeIds,
  today,
  topicIds,
  unknownId,
} from './random-board.ts'

const weight = fc.constantFrom(0, 0.5, 0.8, 1)
const anyId = (ids: number[]) => fc.constantFrom(...ids, unknownId)

export const anyConcept: fc.Arbitrary<Concept> = fc.record({
  typed: fc.constant(''),
  alternatives: fc.array(
    fc.record({
      terms: fc.array(fc.constantFrom(...boardTerms), { maxLength: 2 }),
      weight,
      within: fc.option(fc.array(anyId(topicIds), { maxLength: 2 }), { nil: undefined }),
    }),
    { maxLength: 3 },
  ),
  topics: fc.array(fc.record({ id: anyId(topicIds), weight }), { maxLength: 2 }),
  places: fc.option(fc.array(anyId(placeIds), { maxLength: 2 }), { nil: undefined }),
})

export const conceptOf = (...terms: string[]): Concept => ({
  typed: terms.join(' '),
  alternatives: [{ terms, weight: 1 }],
  topics: [],
})

export const anyWord: fc.Arbitrary<Concept> = fc.constantFrom(...boardTerms).map((term) => conceptOf(term))

/** A part that is missing in most queries. */
const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

/** Lists of ids, each of which a listing must match. */
const idLists = (ids: number[]) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<number[][]>([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.array(anyId(ids), { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    },
  )

/** No town lies at the edge of a circle, where engines may round differently. */
export const anyCircle = fc.record({
  latitude: fc.constantFrom(40, 40.1),
  longitude: fc.constant(-100),
  km: fc.constantFrom(1, 20, 45, 20_000),
})

const dayFrom = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((days) => addDays(today, days))

export const anyDays: fc.Arbitrary<DayFilter> = fc.oneof(
  fc.record({ from: dayFrom(-6, 2), to: dayFrom(0, 8) }),
  fc.record({ from: dayFrom(-800, 90), to: fc.oneof(dayFrom(-6, 800), fc.constant(undefined)) }),
  fc.record({ from: fc.constant(undefined), to: dayFrom(-20, 20) }),
  fc.record({ when: fc.constantFrom(...eventDays, 'next-friday' as const, 'november' as const) }),
)

const priceRange = fc
  .record({
    min: fc.constantFrom(undefined, 0, 0.5, 100),
    max: fc.constantFrom(undefined, 0, 199.99, 200, 250),
  })
  .map((range) => ({ field: 'price' as const, ...range }))

const postedRange = fc
  .record({ min: sometimes(dayFrom(-90, -85)), max: sometimes(dayFrom(-90, -85)) })
  .map(({ min, max }) => ({
    field: 'posted' as const,
    min: min && `${min}T10:45:00Z`,
    max: max && `${max}T12:00:00Z`,
  }))

const choiceLists = fc
  .array(fc.array(fc.constantFrom(...boardChoices), { minLength: 1, maxLength: 3 }), { maxLength: 3 })
  .map((lists) => lists.map(ofOneField))

/** Leaves the choices of the field of the first one. */
const ofOneField = (choices: string[]) => {
  const fieldOf = (choice = '') => choice.split(':')[0]
  return choices.filter((choice) => fieldOf(choice) === fieldOf(choices[0]))
}

const numberRanges = fc.array(
  fc.record({
    key: fc.constantFrom(...numberKeys),
    min: sometimes(fc.constantFrom(...boardNumbers)),
    max: sometimes(fc.constantFrom(...boardNumbers)),
  }),
  { maxLength: 2 },
)

export const anyKind = fc.constantFrom('service' as const, 'event' as const)

export const anyFilter: fc.Arbitrary<EngineFilter> = fc.record({
  kind: anyKind,
  topics: idLists(topicIds),
  places: idLists(placeIds),
  ranges: fc.oneof(
    { weight: 2, arbitrary: fc.constant<RangeFilter[]>([]) },
    { weight: 1, arbitrary: fc.array(fc.oneof(priceRange, postedRange), { maxLength: 2 }) },
  ),
  flags: fc.oneof(
    { weight: 3, arbitrary: fc.constant<FlagField[]>([]) },
    { weight: 1, arbitrary: fc.constant<FlagField[]>(['pictures']) },
  ),
  choices: sometimes(choiceLists),
  numbers: sometimes(numberRanges),
  days: sometimes(anyDays),
  hideEnded: sometimes(fc.boolean()),
  near: sometimes(anyCircle),
  ids: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.array(fc.nat(400).map(idOf), { maxLength: 40 }) },
  ),
})

/** A filter of nothing but the kind. */
export const plainFilter = (kind: EngineFilter['kind']): EngineFilter => ({
  kind,
  topics: [],
  places: [],
  ranges: [],
  flags: [],
})

/** A filter of fields alone. */
export const anyFieldFilter: fc.Arbitrary<EngineFilter> = fc
  .record({ kind: anyKind, choices: choiceLists, numbers: numberRanges, near: sometimes(anyCircle) })
  .map(({ kind, ...fields }) => ({ ...plainFilter(kind), ...fields }))

export const anyEventFilter: fc.Arbitrary<EngineFilter> = fc
  .record({ days: anyDays, hideEnded: fc.boolean() })
  .map((days) => ({ ...plainFilter('event'), ...days }))

const parents = (ids: number[]) =>
  fc.uniqueArray(fc.oneof(fc.constant(null), fc.constantFrom(...ids)), { maxLength: 4 })

const anyFacets: fc.Arbitrary<FacetRequest> = fc.record({
  topicsUnder: parents(topicIds),
  placesUnder: fc.oneof(parents(placeIds), fc.constant('all' as const)),
  inPlaces: sometimes(fc.boolean()),
  choices: sometimes(fc.array(fc.constantFrom(...boardChoices), { maxLength: 10, size: 'max' })),
})

export const sorts: EngineSort[] = [
  ...(['relevance', 'newest', 'price-asc', 'price-desc', 'soonest', 'distance'] as const),
  { key: 'years', descending: false },
  { key: 'select', descending: true },
  { key: 'unknown', descending: true },
]

/** Seconds after which some events have ended, other times of the day, and other days. */
export const anyNow = fc
  .constantFrom(0, 0, 0, 4, 4, 3_600, 40_000, 2 * 86_400, -86_400)
  .map((seconds) => new Date(Date.parse(now) + 1_000 * seconds).toISOString())

export const anyQuery = (
  concepts: fc.Arbitrary<Concept[]>,
  filter: fc.Arbitrary<EngineFilter>,
  sort: fc.Arbitrary<EngineSort> = fc.oneof(fc.constant<EngineSort>('relevance'), fc.constantFrom(...sorts)),
): fc.Arbitrary<EngineQuery> =>
  fc.record({
    concepts,
    filter,
    now: anyNow,
    sort,
    offset: fc.oneof(fc.constant(0), fc.nat(60), fc.nat(600)),
    limit: fc.oneof(fc.constant(12), fc.nat(300)),
    partial: fc.boolean(),
    facets: fc.option(anyFacets, { nil: null }),
  })

/** A query for the first listings of a kind, with changes. */
export const queryFor = (changes: Partial<EngineQuery> = {}): EngineQuery => ({
  concepts: [],
  filter: plainFilter('service'),
  now,
  sort: 'newest',
  offset: 0,
  limit: 12,
  partial: false,
  facets: null,
  ...changes,
})
