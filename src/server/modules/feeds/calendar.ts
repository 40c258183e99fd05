/** Events as calendars (RFC 5545). Events last whole days, and have the same UID in every calendar. */
import ical, { type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { addDays } from '../../../shared/days.ts'
import { formatPlace } from '../../../shared/format.ts'
import { maxCalendarEvents } from '../../../shared/limits.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { formatPrice, perTicket } from '../../../shared/price.ts'
import { defaultProduct } from '../../../shared/product.ts'
import type { ListingPage } from '../listings/service.ts'
import type { FeedOptions } from './feed.ts'
import { type FeedQuery, feedTitle } from './feed-query.ts'
import { withoutForbidden } from './xml.ts'

type Row = Omit<ListingPage['rows'][number], 'placeholders'>

/** How often calendar apps should refresh. */
const refreshSeconds = 3600

export function createCalendars({ listings, product, publicUrl }: FeedOptions) {
  const { hostname } = new URL(publicUrl)

  return {
    /** Returns events in event order. Ignores `sort`: calendars have their own order. */
    async list(query: FeedQuery): Promise<string> {
      const { sort: _sort, ...filter } = query
      const { rows } = await listings.page(null, 'event', filter, {
        page: 1,
        limit: maxCalendarEvents,
        sort: 'soonest',
      })
      return calendar(`${feedTitle('event', query)} | ${product.name}`, rows)
    },
    /** Returns one event. Throws for an event whose page a visitor cannot see. */
    async event(id: string): Promise<string> {
      const event = await listings.get(null, 'event', id)
      return calendar(event.title, [event])
    },
  }

  function calendar(name: string, rows: Row[]): string {
    return ical({
      name: escapeText(name),
      // Identifies the software, not the site.
      prodId: { company: defaultProduct.name, product: 'Events', language: 'EN' },
      ttl: refreshSeconds,
      events: rows.map(toEvent),
    }).toString()
  }

  function toEvent(row: Row): ICalEventData {
    const soldOut = row.event_availability === 'soldout'
    const url = `${publicUrl}${publicPaths.listing('event', row._id)}`
    const updated = new Date(row.updated)
    const price = `${formatPrice(row, product.currency, perTicket)}${soldOut ? ', sold out' : ''}`
    return {
      id: `${row._id}@${hostname}`,
      // Not the current time, so that the text of an unchanged event stays the same.
      stamp: updated,
      lastModified: updated,
      created: new Date(row.posted),
      sequence: row.version - 1,
      allDay: true,
      start: new Date(row.startDate),
      // Exclusive: the day after the last day.
      end: new Date(addDays(row.endDate, 1)),
      // Many calendar apps show nothing of a status.
      summary: withoutForbidden(row.title + noteOf(row)),
      description: withoutForbidden([price, row.description, url].join('\n\n')),
      location: formatPlace(row),
      url,
      categories: [row.category, row.subcategory].filter((topic) => topic !== null).map((name) => ({ name })),
      // Sold-out events still take place. A canceled one stays in calendars, so that subscribers learn about it.
      status: row.canceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // Following events must not mark the subscriber as busy.
      transparency: ICalEventTransparency.TRANSPARENT,
    }
  }
}

const noteOf = ({ canceled, event_availability }: Row) =>
  canceled ? ' (canceled)' : event_availability === 'soldout' ? ' (sold out)' : ''

/** Escapes a calendar's name as RFC 5545 requires, on one line: the library writes it unescaped. */
const escapeText = (text: string) =>
  withoutForbidden(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
