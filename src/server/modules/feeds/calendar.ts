/** Events as calendars (RFC 5545). An event has days and no hours, and the same UID wherever it is told. */
import ical, { type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { addDays } from '../../../shared/days.ts'
import { formatPlace, formatPrice } from '../../../shared/format.ts'
import { maxCalendarEvents } from '../../../shared/limits.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { defaultProduct } from '../../../shared/product.ts'
import type { ListingPage } from '../listings/service.ts'
import type { FeedParts } from './feed.ts'
import { type FeedSelection, titleOf } from './selection.ts'
import { withoutForbidden } from './xml.ts'

type Row = Omit<ListingPage['rows'][number], 'placeholders'>

/** How often programs are asked to look again. */
const refreshSeconds = 3600

export function createCalendars({ listings, product, publicUrl }: FeedParts) {
  const { hostname } = new URL(publicUrl)

  return {
    /** What is to come, soonest first, then what has ended: a calendar has no other order. */
    async list(selection: FeedSelection): Promise<string> {
      const { sort: _sort, ...filter } = selection
      const found = await listings.page(null, 'event', filter, {
        page: 1,
        limit: maxCalendarEvents,
        sort: 'soonest',
      })
      return calendar(`${titleOf('event', selection)} | ${product.name}`, found.rows)
    },
    /** One event. Refuses what its page refuses. */
    async event(id: string): Promise<string> {
      const event = await listings.get(null, 'event', id)
      return calendar(event.title, [event])
    },
  }

  function calendar(name: string, rows: Row[]): string {
    return ical({
      name: asText(name),
      // Of the program, not of the site.
      prodId: { company: defaultProduct.name, product: 'Events', language: 'EN' },
      ttl: refreshSeconds,
      events: rows.map(toEvent),
    }).toString()
  }

  function toEvent(row: Row): ICalEventData {
    const soldOut = row.event_availability === 'soldout'
    const url = `${publicUrl}${publicPaths.listing('event', row._id)}`
    const updated = new Date(row.updated)
    const price = `${formatPrice(row.price, product.currency)} per ticket${soldOut ? ', sold out' : ''}`
    return {
      id: `${row._id}@${hostname}`,
      // Of the listing and not of now: the same event is the same text at any time.
      stamp: updated,
      lastModified: updated,
      created: new Date(row.posted),
      sequence: row.version - 1,
      allDay: true,
      start: new Date(row.startDate),
      // The first day on which it is over.
      end: new Date(addDays(row.endDate, 1)),
      summary: withoutForbidden(soldOut ? `${row.title} (sold out)` : row.title),
      description: withoutForbidden([price, row.description, url].join('\n\n')),
      location: formatPlace(row),
      url,
      categories: [row.category, row.subcategory].filter((topic) => topic !== null).map((name) => ({ name })),
      // What is sold out still takes place.
      status: ICalEventStatus.CONFIRMED,
      // Days on which something is on are not days on which one is busy.
      transparency: ICalEventTransparency.TRANSPARENT,
    }
  }
}

/** One line, escaped as RFC 5545 says: of a calendar's name the library writes whatever it is given, line ends and all. */
const asText = (text: string) =>
  withoutForbidden(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
