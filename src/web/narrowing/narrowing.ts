/** The filters beyond words, topic, and place: read from the URL, and described for people. */
import { isDay } from '../../shared/days.ts'
import { formatDay, formatEventDays } from '../../shared/format.ts'
import { maxNameLength } from '../../shared/limits.ts'
import type { Kind } from '../../shared/listing.ts'
import { formatPrice } from '../../shared/price.ts'
import type {
  DistanceUnit,
  defaultDistance,
  distances,
  EventDays,
  narrowingFields,
  SearchReport,
  UnderstoodPart,
} from '../../shared/search.ts'

export type NarrowingName = keyof typeof narrowingFields
/** The values as they are in the URL. Names without a value are left out. */
export type Narrowing = Partial<Record<NarrowingName, string>>

/** Filters that are one to the reader: each group has one chip, and is removed as a whole. */
const groups = [
  ['near', 'within'],
  ['price_min', 'price_max'],
  ['free'],
  ['pictures'],
  ['when'],
  ['from', 'to'],
  ['hide_ended'],
  ['verbatim'],
] as const satisfies NarrowingName[][]
type Group = (typeof groups)[number]

const eventNames = new Set<NarrowingName>(['when', 'from', 'to', 'hide_ended'])
const narrowingNames: readonly NarrowingName[] = groups.flat()

export const eventDayLabels: Record<EventDays, string> = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  weekend: 'This weekend',
  week: 'Next 7 days',
}

/** Not the values themselves: their module contains the schemas, which no page needs. */
const offeredDistances: Record<(typeof distances)[number], true> = {
  5: true,
  10: true,
  25: true,
  50: true,
  100: true,
}
export const distanceOptions = Object.keys(offeredDistances)
export const defaultWithin: `${typeof defaultDistance}` = '25'

/** Reads the filters that a list of this kind has. Does not validate them: the server does. */
export function readNarrowing(query: URLSearchParams, kind: Kind): Narrowing {
  const narrowing: Narrowing = {}
  for (const name of narrowingNames) {
    const value = query.get(name)?.trim().slice(0, maxNameLength).trim()
    if (value && (kind === 'event' || !eventNames.has(name))) narrowing[name] = value
  }
  return withoutDependents(narrowing)
}

/** Returns the filters without some of them and those that depend on them. */
export function withoutNarrowing(narrowing: Narrowing, names: readonly NarrowingName[]): Narrowing {
  const rest = Object.entries(narrowing).filter(([name]) => !names.some((removed) => removed === name))
  return withoutDependents(Object.fromEntries(rest))
}

/** A distance means nothing without the place to measure it from. */
function withoutDependents({ within, ...rest }: Narrowing): Narrowing {
  return rest.near && within ? { ...rest, within } : rest
}

export const isNarrowingName = (name: string): name is NarrowingName =>
  narrowingNames.some((known) => known === name)

const activeGroups = (narrowing: Narrowing): Group[] =>
  groups.filter((names) => names.some((name) => narrowing[name]))

/** Counts the filters as a reader would: a price range is one. How words are matched is none. */
export const countNarrowing = (narrowing: Narrowing): number =>
  activeGroups(narrowing).filter(([name]) => name !== 'verbatim').length

/** Returns whether `near` is a position, as the button that asks the browser for it sends. */
export const isPosition = (near: string): boolean => /^-?\d+(\.\d+)?, ?-?\d+(\.\d+)?$/.test(near)

type Described = { label: string; names: readonly NarrowingName[] }
type Center = SearchReport['near']

/** Describes each active filter in a few words. `center` is where the server found `near`. */
export function describeNarrowing(narrowing: Narrowing, currency: string, center: Center): Described[] {
  return activeGroups(narrowing).map((names) => ({
    names,
    label: labelOf(names[0], narrowing, currency, center),
  }))
}

/** Describes a part of the search text that filters the list. */
export const labelOfPart = ({ filters }: UnderstoodPart, currency: string, center: Center): string =>
  describeNarrowing(filters, currency, center)
    .map(({ label }) => label)
    .join(', ')

function labelOf(first: Group[0], narrowing: Narrowing, currency: string, center: Center): string {
  switch (first) {
    case 'near':
      return nearLabel(narrowing, center)
    case 'price_min':
      return rangeLabel(narrowing.price_min, narrowing.price_max, 'Up to', (amount) =>
        formatAmount(amount, currency),
      )
    case 'free':
      return 'Free'
    case 'pictures':
      return 'With pictures'
    case 'when':
      return Object.entries(eventDayLabels).find(([day]) => day === narrowing.when)?.[1] ?? ''
    case 'from':
      return daysLabel(narrowing)
    case 'hide_ended':
      return 'Not ended'
    case 'verbatim':
      return 'Exactly as typed'
  }
}

function nearLabel({ near = '', within = defaultWithin }: Narrowing, center: Center): string {
  const place = center?.name ?? (isPosition(near) ? 'your location' : near)
  return `Within ${within} ${center?.unit ?? 'mi'} of ${place}`
}

function daysLabel({ from, to }: Narrowing): string {
  if (from && from === to && isDay(from)) return formatEventDays(from, to)
  return rangeLabel(from, to, 'Until', (day) => (isDay(day) ? formatDay(day) : day))
}

function rangeLabel(min = '', max = '', upTo: string, format: (value: string) => string): string {
  if (min && max) return `${format(min)} to ${format(max)}`
  return min ? `From ${format(min)}` : `${upTo} ${format(max)}`
}

function formatAmount(text: string, currency: string): string {
  const price = Number(text)
  return Number.isFinite(price) && price > 0 ? formatPrice({ price, price_unit: null }, currency) : text
}

/** Formats a distance as `3 mi away`. */
export function formatDistance(distance: number, unit: DistanceUnit): string {
  return distance < 1 ? `Less than 1 ${unit} away` : `${Math.round(distance)} ${unit} away`
}

/** Formats a count as `12`, or as `1,000+` if there are more. */
export const formatCounted = (count: number, more = false): string =>
  `${count.toLocaleString('en-US')}${more ? '+' : ''}`
