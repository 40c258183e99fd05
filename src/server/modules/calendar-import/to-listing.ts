/** Says in the terms of listings what a calendar says about an event: its town, its topic, and its times there. */
import type { ImportedEvent } from '../../../shared/imported-calendar.ts'
import { descriptionLength, venueLengths } from '../../../shared/limits.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'
import type { SearchService } from '../search/service.ts'
import type { CalendarEvent, CalendarTime } from './calendar-event.ts'
import { timeIn } from './parser/calendar-times.ts'

export type MappingOptions = {
  search: Pick<SearchService, 'resolvePlace'>
  catalog: Catalog
  /** The site's. */
  timeZone: string
}

type PlaceNames = Pick<Taxonomy['names'], 'country' | 'state' | 'city'>
type Place = { names: PlaceNames; timeZone: string }

export async function toListing(event: CalendarEvent, options: MappingOptions): Promise<ImportedEvent> {
  const { title, location, url, canceled } = event
  const place = await findPlace(location, options)
  return {
    ...{ title, url, canceled },
    description: descriptionOf(event),
    ...timesOf(event, place?.timeZone ?? null, options.timeZone),
    ...topicOf(event.categories, options.catalog),
    ...(place?.names ?? { country: null, state: null, city: null }),
    ...venueOf(location, place?.names ?? null),
  }
}

function descriptionOf({ description, url }: CalendarEvent): string {
  const complete =
    url && !description.includes(url) ? [description, url].filter(Boolean).join('\n\n') : description
  return [...complete].length <= descriptionLength.max ? complete : description
}

const partsOf = (location: string) =>
  location
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter(Boolean)
const isCountry = (part: string) => /^(usa?|u\.s\.a?\.?|united states( of america)?|canada)$/i.test(part)

/** Returns the town that a location ends with, such as `Blue Hall, 12 Main St, Austin, TX 78701`. */
async function findPlace(location: string, { search, catalog }: MappingOptions): Promise<Place | null> {
  const parts = partsOf(location).filter((part) => !isCountry(part))
  for (const count of [parts.length, 2, 1]) {
    const center = await search.resolvePlace(parts.slice(-count).join(', '))
    const [city = '', state = ''] = center?.name.split(', ', 2) ?? []
    const country = catalog.places().countries.find(({ code }) => code === center?.country)?.name ?? ''
    const ids = center && city && state ? catalog.idsOf({ country, state, city }) : {}
    const [country_id, state_id, city_id] = [ids.country?.[0], ids.state?.[0], ids.city?.[0]]
    if (country_id !== undefined && state_id !== undefined && city_id !== undefined) {
      const timeZone = catalog.timeZoneOf({ country_id, state_id, city_id })
      return { names: { country, state, city }, timeZone }
    }
  }
  return null
}

const zip = /\b(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i

/** Splits what precedes the town into the name of the venue and its address. */
function venueOf(location: string, place: PlaceNames | null) {
  const parts = partsOf(location).filter((part) => !isCountry(part))
  const postalCode = zip.exec(parts.at(-1) ?? '')?.[1] ?? ''
  const town = place ? parts.findLastIndex((part) => foldName(part) === foldName(place.city ?? '')) : -1
  const before = (town >= 0 ? parts.slice(0, town) : parts).filter((part) => !/^https?:/i.test(part))
  const hasName = before.length > 0 && !/^\d/.test(before[0] ?? '')
  return {
    venue_name: hasName ? (before[0] ?? '').slice(0, venueLengths.name).trim() : '',
    venue_address: before
      .slice(hasName ? 1 : 0)
      .join(', ')
      .slice(0, venueLengths.address)
      .trim(),
    venue_postal_code: place ? postalCode : '',
  }
}

/** Returns the first category or subcategory that the calendar names. */
function topicOf(names: string[], catalog: Catalog) {
  for (const name of names.map((each) => each.toLowerCase()))
    for (const category of catalog.categories()) {
      const subcategory = category.subcategories.find((each) => each.name.toLowerCase() === name)
      if (subcategory) return { category: category.name, subcategory: subcategory.name }
      if (category.name.toLowerCase() === name) return { category: category.name, subcategory: null }
    }
  return { category: null, subcategory: null }
}

/** Times are those of the town. Without one, they are those of the calendar, or the site's if that has them in UTC. */
function timesOf(
  { start, end, rule, exceptions, partial }: CalendarEvent,
  townZone: string | null,
  siteZone: string,
) {
  const isZoned = start.zone !== null && start.zone !== 'UTC'
  const zone = townZone ?? (isZoned ? null : siteZone)
  const [first, last] = [convert(start, zone), convert(end, zone)]
  // The rule is about the days in the calendar's own zone.
  const isShifted = rule !== null && first.day !== start.day
  const endDate = last.day < first.day || (end.time === null && start.time !== null) ? first.day : last.day
  const hasEnd = last.time !== null && `${endDate}T${last.time}` > `${first.day}T${first.time}`
  return {
    startDate: first.day,
    endDate,
    startTime: first.time,
    endTime: hasEnd ? last.time : null,
    rule: isShifted ? null : rule,
    exceptions: isShifted ? [] : exceptions,
    partial: partial || isShifted,
  }
}

function convert({ day, time, instant, zone }: CalendarTime, target: string | null) {
  return time === null || instant === null || target === null || target === zone
    ? { day, time }
    : timeIn(instant, target)
}
