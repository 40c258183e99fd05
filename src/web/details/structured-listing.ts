/** Listings as https://schema.org data. It leaves out contact details, which are meant for people only. */

import type {
  City,
  Country,
  PostalAddress,
  PriceSpecification,
  State,
  UnitPriceSpecification,
} from 'schema-dts'
import { formatPlace } from '../../shared/format.ts'
import type { Event, Service } from '../../shared/listing.ts'
import type { StructuredThing } from '../head/structured-data.tsx'
import { paths } from '../paths.ts'

type StructuredDataOptions = { origin: string; currency: string }
type Listing = Service | Event

export function listingData(listing: Listing, options: StructuredDataOptions): StructuredThing {
  return 'startDate' in listing ? eventData(listing, options) : serviceData(listing, options)
}

const maxDescriptionLength = 1_000

function common({ title, description, images }: Listing, url: string, origin: string) {
  return {
    '@id': url,
    url,
    name: title,
    description: description.slice(0, maxDescriptionLength).replace(/[\ud800-\udbff]$/, ''),
    ...(images.length > 0 && { image: images.map((image) => new URL(image, origin).href) }),
  }
}

function serviceData(service: Service, { origin, currency }: StructuredDataOptions): StructuredThing {
  const url = origin + paths.listing('service', service._id)
  return {
    '@type': 'Service',
    ...common(service, url, origin),
    serviceType: service.subcategory ?? service.category,
    category: service.category,
    areaServed: areaOf(service),
    offers: { ...offerOf(service, url, currency), availability: 'https://schema.org/InStock' },
  }
}

function eventData(event: Event, { origin, currency }: StructuredDataOptions): StructuredThing {
  const url = origin + paths.listing('event', event._id)
  const soldOut = event.event_availability === 'soldout'
  return {
    '@type': 'Event',
    ...common(event, url, origin),
    startDate: event.startDate,
    endDate: event.endDate,
    eventStatus: `https://schema.org/${event.canceled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    isAccessibleForFree: event.price === 0,
    location: { '@type': 'Place', name: formatPlace(event), address: addressOf(event) },
    offers: {
      ...offerOf(event, url, currency),
      availability: `https://schema.org/${soldOut ? 'SoldOut' : 'InStock'}`,
    },
  }
}

const offerOf = (listing: Listing, url: string, currency: string) => ({
  '@type': 'Offer' as const,
  url,
  price: listing.price.toFixed(2),
  priceCurrency: currency,
  ...unitOf(listing, currency),
  validFrom: listing.posted,
})

/** The code for an hour in the vocabulary's list of units (UN/CEFACT). A visit and a person have none. */
const hourCode = 'HUR'

/** Says what the price is for. A price without a unit, or of 0, needs no more than the offer says. */
function unitOf({ price, price_unit }: Listing, currency: string) {
  if (price === 0 || price_unit === null) return {}
  if (price_unit === 'from') {
    const lowest: PriceSpecification = {
      '@type': 'PriceSpecification',
      minPrice: price,
      priceCurrency: currency,
    }
    return { priceSpecification: lowest }
  }
  const perUnit: UnitPriceSpecification = {
    '@type': 'UnitPriceSpecification',
    price: price.toFixed(2),
    priceCurrency: currency,
    unitText: price_unit,
    ...(price_unit === 'hour' && { unitCode: hourCode }),
  }
  return { priceSpecification: perUnit }
}

const addressOf = ({ city, state, country }: Listing): PostalAddress => ({
  '@type': 'PostalAddress',
  ...(city && { addressLocality: city }),
  ...(state && { addressRegion: state }),
  addressCountry: country,
})

/** Returns the smallest known place, nested in the places that contain it. */
function areaOf({ city, state, country }: Listing): City | State | Country {
  const countryData: Country = { '@type': 'Country', name: country }
  const region: State | Country = state
    ? { '@type': 'State', name: state, containedInPlace: countryData }
    : countryData
  return city ? { '@type': 'City', name: city, containedInPlace: region } : region
}
