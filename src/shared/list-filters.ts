/**
 * The filters and orders of lists beyond words, topic, and place. Each entry says everything about one: its parameters, its field in the
 * form, its chip, and what the search engine filters by. URLs, schemas, forms, chips, alternatives, saved searches, embedded lists, and
 * the engines follow from it. No schemas here: pages would load them.
 */

import { nameOfAdLanguage } from './ad-languages.ts'
import { isDay } from './days.ts'
import { type DistanceUnit, defaultDistance } from './distance.ts'
import { formatDay, formatEventDays } from './format.ts'
import { type FieldFilterTexts, type FieldSort, isFieldSort } from './listing-fields/parameters.ts'
import { localPlace } from './local-names.ts'
import { formatPrice } from './price.ts'
import { type Message, msg, t } from './translate.ts'

/** That of `listing.ts`, which imports this module. */
type Kind = 'service' | 'event'

/** Inclusive. UTC instants for `posted`. An open end is left out. */
export type RangeFilter =
  | { field: 'price'; min?: number | undefined; max?: number | undefined }
  | { field: 'posted'; min?: string | undefined; max?: string | undefined }

export type FlagField = 'pictures'

/** The days of events that a filter can name. The weekend is this one, from Friday evening's events to Sunday's. */
const eventDayLabels = {
  today: msg('Today'),
  tomorrow: msg('Tomorrow'),
  weekend: msg('This weekend'),
  week: msg('Next 7 days'),
} as const
export type EventDays = keyof typeof eventDayLabels
export const eventDays = Object.keys(eventDayLabels) as EventDays[]

/** The distances that a search around a place can have: miles, or kilometers if its center is in Canada. */
export const distances = [5, 10, 25, 50, 100] as const

/** A part of what the engine filters by. A listing must pass all parts; of several with days, the first counts. */
export type FilterPart = {
  range?: RangeFilter
  flag?: FlagField
  days?: { from?: string | undefined; to?: string | undefined } | { when: EventDays }
  hideEnded?: true
  /** Of which the ad has one. */
  languages?: string[]
}

/** A parameter of the URL. Its type says how it is validated, and what its field in the form is. */
type Parameter =
  | { type: 'price' | 'day' | 'flag'; label: Message }
  /** `none` is the choice of not filtering. */
  | { type: 'choice'; label: Message; none: Message; choices: Record<string, Message> }
  | { type: 'place' }
  /** Tags of languages, separated by commas. Only sites with several languages have it. */
  | { type: 'languages'; label: Message; none: Message }
  | { type: 'distance' }
type Parameters = Record<string, Parameter>

/** The value of a parameter after validation. */
type ValueOf<P> = P extends { type: 'price' | 'distance' }
  ? number
  : P extends { type: 'flag' }
    ? 'true'
    : P extends { type: 'choice'; choices: infer Choices }
      ? keyof Choices & string
      : string

/** Where the server found `near`. */
export type Center = { name: string; unit: DistanceUnit } | null
type ChipContext = { currency: string; center: Center }

type Filter<Own extends Parameters> = {
  parameters: Own
  /** Only lists of events have it. */
  eventsOnly?: true
  /** The column of the form; without it, the form has no field for it. */
  column?: 'place' | 'price' | 'days'
  /** Its field shows how many listings would pass. */
  count?: 'free' | 'pictures'
  /** Describes the values in the URL, which may be anything that a visitor typed. */
  chip: (values: { [Name in keyof Own]?: string | undefined }, context: ChipContext) => string
  /** Describes a list without it, and without the others with the same words. */
  without?: Message
  /** Returns what the engine filters by. The filter around a place has a center that only the server finds. */
  part?: (values: { [Name in keyof Own]?: ValueOf<Own[Name]> | undefined }, now: Date) => FilterPart
}

/** Infers the values of an entry from its parameters. */
const define = <const Own extends Parameters>(filter: Filter<Own>) => filter

const dayMs = 86_400_000
const postedDays = { day: 1, week: 7, month: 30 } as const

/** In the order of the form and of the chips. */
const listFilters = [
  define({
    parameters: { near: { type: 'place' }, within: { type: 'distance' } },
    column: 'place',
    chip: ({ near = '', within = String(defaultDistance) }, { center }) => {
      const distance = `${within} ${center?.unit ?? 'mi'}`
      if (!center && isPosition(near)) return t('Within {distance} of your location', { distance })
      return t('Within {distance} of {place}', { distance, place: center ? localPlace(center.name) : near })
    },
    without: msg('at any distance'),
  }),
  define({
    parameters: {
      posted: {
        type: 'choice',
        label: msg('Posted'),
        none: msg('Any time'),
        choices: { day: msg('Last 24 hours'), week: msg('Last 7 days'), month: msg('Last 30 days') },
      },
    },
    column: 'place',
    chip: ({ posted = '' }) =>
      t(
        'Posted in the {posted, select, day {last 24 hours} week {last 7 days} month {last 30 days} other {past}}',
        { posted },
      ),
    without: msg('posted at any time'),
    part: ({ posted }, now) => ({
      range: {
        field: 'posted',
        min: posted && new Date(now.getTime() - postedDays[posted] * dayMs).toISOString(),
      },
    }),
  }),
  define({
    parameters: {
      price_min: { type: 'price', label: msg('Price from') },
      price_max: { type: 'price', label: msg('Price to') },
    },
    column: 'price',
    chip: ({ price_min = '', price_max = '' }, { currency }) => {
      const [min, max] = [amountOf(price_min, currency), amountOf(price_max, currency)]
      if (min && max) return t('{min} to {max}', { min, max })
      return min ? t('From {price}', { price: min }) : t('Up to {price}', { price: max })
    },
    without: msg('at any price'),
    part: ({ price_min, price_max }) => ({ range: { field: 'price', min: price_min, max: price_max } }),
  }),
  define({
    parameters: { free: { type: 'flag', label: msg('Free only') } },
    column: 'price',
    count: 'free',
    chip: () => t('Free'),
    without: msg('at any price'),
    part: () => ({ range: { field: 'price', max: 0 } }),
  }),
  define({
    parameters: { pictures: { type: 'flag', label: msg('With pictures') } },
    column: 'price',
    count: 'pictures',
    chip: () => t('With pictures'),
    without: msg('with or without pictures'),
    part: () => ({ flag: 'pictures' }),
  }),
  define({
    parameters: {
      when: { type: 'choice', label: msg('When'), none: msg('Any day'), choices: eventDayLabels },
    },
    eventsOnly: true,
    column: 'days',
    chip: ({ when }) => {
      const days = eventDays.find((days) => days === when)
      return days ? t(eventDayLabels[days]) : ''
    },
    without: msg('on any day'),
    part: ({ when }) => (when ? { days: { when } } : {}),
  }),
  define({
    parameters: {
      from: { type: 'day', label: msg('From') },
      to: { type: 'day', label: msg('To') },
    },
    eventsOnly: true,
    column: 'days',
    chip: ({ from = '', to = '' }) => {
      if (from && from === to && isDay(from)) return formatEventDays(from, to)
      const [first, last] = [from, to].map((day) => (isDay(day) ? formatDay(day) : day)) as [string, string]
      if (first && last) return t('{first} to {last}', { first, last })
      return first ? t('From {day}', { day: first }) : t('Until {day}', { day: last })
    },
    without: msg('on any day'),
    part: ({ from, to }) => ({ days: { from, to } }),
  }),
  define({
    parameters: { hide_ended: { type: 'flag', label: msg('Hide ended events') } },
    eventsOnly: true,
    column: 'days',
    chip: () => t('Not ended'),
    without: msg('on any day'),
    part: () => ({ hideEnded: true }),
  }),
  define({
    parameters: { language: { type: 'languages', label: msg('Language'), none: msg('Any language') } },
    column: 'place',
    chip: ({ language = '' }) => language.split(',').map(nameOfAdLanguage).join(', '),
    without: msg('in any language'),
    part: ({ language }) => (language ? { languages: language.split(',') } : {}),
  }),
  // How words are matched, which the link below a corrected search sets.
  define({
    parameters: { verbatim: { type: 'flag', label: msg('Exactly as typed') } },
    chip: () => t('Exactly as typed'),
  }),
] as const

type UnionToIntersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (
  of: infer Intersection,
) => void
  ? Intersection
  : never
type ListParameters = UnionToIntersection<(typeof listFilters)[number]['parameters']>

export type FilterParameter = keyof ListParameters & string
/** The values of the filters as they are in the URL, also those of the site's own fields. Names without a value are left out. */
export type FilterTexts = Partial<Record<FilterParameter, string>> & FieldFilterTexts
/** The values of the filters after validation. */
export type FilterValues = { [Name in FilterParameter]?: ValueOf<ListParameters[Name]> | undefined }

export type ListFilter = Filter<Parameters>
const allFilters = listFilters as readonly unknown[] as readonly ListFilter[]

export const listParameters = Object.assign({}, ...allFilters.map(({ parameters }) => parameters)) as {
  [Name in FilterParameter]: ListParameters[Name]
}

export const namesOf = ({ parameters }: ListFilter): FilterParameter[] =>
  Object.keys(parameters) as FilterParameter[]

export const filtersOf = (kind: Kind): ListFilter[] =>
  allFilters.filter(({ eventsOnly }) => !eventsOnly || kind === 'event')

export const parametersOf = (kind: Kind): FilterParameter[] => filtersOf(kind).flatMap(namesOf)

/** Returns the filters of a kind of which a parameter has a value. */
export const activeFilters = (values: FilterTexts | FilterValues, kind: Kind = 'event'): ListFilter[] =>
  filtersOf(kind).filter((filter) =>
    namesOf(filter).some(
      (name) => values[name] !== undefined && values[name] !== '' && !isAnywhereIn(values, name),
    ),
  )

/** Returns what the engine filters by, except a place. */
export const partsOf = (values: FilterValues, kind: Kind, now: Date): FilterPart[] =>
  activeFilters(values, kind).flatMap(({ part }) => part?.(values as Record<string, string>, now) ?? [])

/** Returns whether `near` is a position, as the button that asks the browser for it sends. */
export const isPosition = (near: string): boolean => /^-?\d+(\.\d+)?, ?-?\d+(\.\d+)?$/.test(near)

/** Stands in a URL for a list that no place narrows, not even the visitor's own. Calls take it for no place. */
export const anywhere = 'anywhere'

export const isAnywhere = (near = ''): boolean => near.trim().toLowerCase() === anywhere

const isAnywhereIn = ({ near }: FilterTexts | FilterValues, name: FilterParameter) =>
  (name === 'near' || name === 'within') && isAnywhere(near)

function amountOf(text: string, currency: string): string {
  const price = Number(text)
  return Number.isFinite(price) && price > 0 ? formatPrice({ price, price_unit: null }, currency) : text
}

/** `needs` is what a list must have to be ordered this way. In the order of the form. */
type ListSort = { label: Message; eventsOnly?: true; needs?: 'words' | 'near' }

export const listSorts = {
  relevance: { label: msg('Best match'), needs: 'words' },
  distance: { label: msg('Nearest first'), needs: 'near' },
  newest: { label: msg('Newest first') },
  soonest: { label: msg('Soonest first'), eventsOnly: true },
  'price-asc': { label: msg('Price: low to high') },
  'price-desc': { label: msg('Price: high to low') },
} as const satisfies Record<string, ListSort>
export type Sort = keyof typeof listSorts
export const sorts = Object.keys(listSorts) as [Sort, ...Sort[]]

/** The order of a list in its URL. */
export type ListOrder = Sort | FieldSort
/** Returns the order with this name; undefined for another text. */
export const toOrder = (text: string | null): ListOrder | undefined =>
  sorts.find((sort) => sort === text) ?? (text && isFieldSort(text) ? text : undefined)

/** Returns the order of a list for which none is chosen. */
export function defaultSort(kind: Kind, has: { words: boolean; near: boolean }): Sort {
  if (has.words) return 'relevance'
  if (has.near) return 'distance'
  return kind === 'event' ? 'soonest' : 'newest'
}

/** Returns the orders that a list can have, with the default first. */
export function sortsOf(kind: Kind, has: { words: boolean; near: boolean }): Sort[] {
  const first = defaultSort(kind, has)
  const others = sorts.filter((sort) => {
    const { eventsOnly, needs }: ListSort = listSorts[sort]
    return sort !== first && (!eventsOnly || kind === 'event') && (!needs || has[needs])
  })
  return [first, ...others]
}

/**
 * Returns the facets that the page of a list shows, the next choice of topic and of place: subcategories once there is a category,
 * and cities once there is a state. A cached page depends on these alone.
 */
export const nextFacets = ({ category, state }: { category?: unknown; state?: unknown }) =>
  [category ? 'subcategory' : 'category', state ? 'city' : 'state'] as const
