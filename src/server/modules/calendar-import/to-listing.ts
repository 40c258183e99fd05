/** Says in the terms of listings what a calendar says about an event: its town, its topic, and its times there. */
import type { CalendarFileReply, ImportedEvent } from '../../../shared/contract/imported-calendars.ts'
import { addDays, daysBetween } from '../../../shared/days.ts'
import { descriptionLength, venueLengths } from '../../../shared/limits.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import type { Catalog, Taxonomy } from '../catalog/service.ts'
import type { CalendarEvent, CalendarTime } from './calendar-event.ts'
import { ianaZone } from './parser/iana-zone.ts'
import { shiftRule } from './parser/listing-rule.ts'

export type MappingOptions = {
  catalog: Catalog
  settings: CurrentSettings
}

type PlaceNames = Pick<Taxonomy['names'], 'country' | 'state' | 'city'>
type Place = { names: PlaceNames; timeZone: string }

export async function toListing(event: CalendarEvent, options: MappingOptions): Promise<ImportedEvent> {
  const { title, location, url, canceled } = event
  const place = await findPlace(location, options)
  return {
    title,
    url,
    canceled,
    description: descriptionOf(event),
    ...timesOf(event, place?.timeZone ?? null, options.settings().timeZone),
    ...topicOf(event.categories, options.catalog),
    ...(place?.names ?? { country: null, state: null, city: null }),
    ...venueOf(location, place?.names ?? null),
  }
}

/** Events of one file are often in few places. */
export async function toFileEvents(
  events: CalendarEvent[],
  options: MappingOptions,
): Promise<CalendarFileReply['events']> {
  const places = new Map<string, Promise<Place | null>>()
  return Promise.all(
    events.map(async (event) => {
      const { title, location, description, canceled } = event
      const place = places.get(location) ?? findPlace(location, options)
      places.set(location, place)
      const times = timesOf(event, (await place)?.timeZone ?? null, options.settings().timeZone)
      return { title, location, description, canceled, ...times }
    }),
  )
}

function descriptionOf({ description, url }: CalendarEvent): string {
  const complete =
    url && !description.includes(url) ? [description, url].filter(Boolean).join('\n\n') : description
  return [...complete].length <= descriptionLength.max ? complete : description
}

const countryName = /^(usa?|u\.s\.a?\.?|united states( of america)?|canada)$/i
const partsOf = (location: string) =>
  location
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !countryName.test(part))

/** Returns the town that a location ends with, such as `Blue Hall, 12 Main St, Austin, TX 78701`. */
async function findPlace(location: string, { catalog }: MappingOptions): Promise<Place | null> {
  const parts = partsOf(location)
  for (const count of [parts.length, 2, 1]) {
    const center = await catalog.findTown(parts.slice(-count).join(', '))
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
  const parts = partsOf(location)
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

function topicOf(names: string[], catalog: Catalog) {
  for (const name of names.map((each) => each.toLowerCase()))
    for (const category of catalog.categories()) {
      const subcategory = category.subcategories.find((each) => each.name.toLowerCase() === name)
      if (subcategory) return { category: category.name, subcategory: subcategory.name }
      if (category.name.toLowerCase() === name) return { category: category.name, subcategory: null }
    }
  return { category: null, subcategory: null }
}

/** Times are those of the town. Without one, they are those of the calendar, or the site's if that has no IANA zone. */
export function timesOf(event: CalendarEvent, townZone: string | null, siteZone: string) {
  const { start, end, rule, exceptions, partial } = event
  const isZoned = start.zone !== null && start.zone !== 'UTC'
  const zone = townZone ?? (isZoned ? start.zone : null) ?? siteZone
  const [first, last] = [convert(start, zone), convert(end, zone)]
  // The rule is about the days in the calendar's own zone.
  const days = daysBetween(start.day, first.day)
  const shifted = rule && shiftRule(rule, days)
  // Without an end time, nothing says when it ends on its last day.
  const isOpen = end.time === null && start.time !== null
  const lastDay = isOpen ? addDays(first.day, daysBetween(start.day, end.day)) : last.day
  const [, endDate = lastDay] = [first.day, lastDay].toSorted()
  const hasEnd = last.time !== null && `${endDate}T${last.time}` > `${first.day}T${first.time}`
  return {
    startDate: first.day,
    endDate,
    startTime: first.time,
    endTime: hasEnd ? last.time : null,
    time_zone: zone,
    unknown_zone: event.unknownZone ?? null,
    rule: shifted,
    exceptions: shifted === null ? [] : exceptions.map((day) => addDays(day, days)),
    partial: partial || (rule !== null && shifted === null),
  }
}

const convert = ({ day, time, instant, zone }: CalendarTime, target: string) =>
  time === null || instant === null || target === zone ? { day, time } : ianaZone(target).toWallTime(instant)
