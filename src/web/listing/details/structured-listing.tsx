/** Listings as https://schema.org data. It leaves out contact details, which are meant for people only. */

import type { City, Country, PriceSpecification, State, UnitPriceSpecification } from 'schema-dts'
import { langOf } from '../../../shared/ad-languages.ts'
import type { Occurrence } from '../../../shared/event-fields.ts'
import type { Event, Service } from '../../../shared/listing.ts'
import type { ShownField } from '../../../shared/listing-fields/format.ts'
import { localName } from '../../../shared/local-names.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { StructuredData, type StructuredThing } from '../../site/head/structured-data.tsx'
import { eventFields, type StructuredEvent } from './structured-event.ts'

type StructuredDataOptions = {
  origin: string
  currency: string
  /** The dates of a series that are not over, soonest first. */
  dates?: Occurrence[]
  /** What the page shows of the site's own fields. */
  fields?: ShownField[]
}
type Listing = Service | StructuredEvent

/** `dates` are those of a series that are not over. */
type ListingDataProps = { listing: Listing; fields: ShownField[]; dates?: Occurrence[] }

/** Not for hidden listings, which search engines must not know. */
export function ListingData({ listing, fields, dates = [] }: ListingDataProps) {
  const { settings, origin } = useSite()
  return (
    <StructuredData thing={listingData(listing, { origin, currency: settings.currency, dates, fields })} />
  )
}

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

function serviceData(service: Service, { origin, currency, fields }: StructuredDataOptions): StructuredThing {
  const url = origin + paths.listing('service', service._id)
  return {
    '@type': 'Service',
    ...common(service, url, origin),
    serviceType: localName(service.subcategory ?? service.category),
    category: localName(service.category),
    areaServed: areaOf(service),
    offers: {
      ...offerOf(service, url, currency),
      availability: 'https://schema.org/InStock',
      ...propertiesOf(fields),
    },
  }
}

function eventData(
  event: StructuredEvent,
  { origin, currency, dates = [], fields }: StructuredDataOptions,
): StructuredThing {
  const url = origin + paths.listing('event', event._id)
  const { offers, ...ofEvents } = eventFields(event, { origin, currency, url, dates })
  return {
    '@type': 'Event',
    ...common(event, url, origin),
    ...ofEvents,
    ...(langOf(event) && { inLanguage: langOf(event) }),
    offers: Array.isArray(offers)
      ? offers.map((offer) => ({ ...offer, ...propertiesOf(fields) }))
      : { ...offers, ...(hasOnePrice(event) && unitOf(event, currency)), ...propertiesOf(fields) },
  }
}

/** Returns what everyone may see of the site's own fields. The vocabulary has further properties of offers, not of services and events. */
function propertiesOf(fields: ShownField[] = []) {
  const additionalProperty = fields
    .filter(({ audience }) => audience === 'everyone')
    .map(({ key, label, text }) => ({
      '@type': 'PropertyValue' as const,
      propertyID: key,
      name: label,
      value: text,
    }))
  return additionalProperty.length > 0 ? { additionalProperty } : {}
}

const hasOnePrice = ({ price_max, pay_what_you_can }: Event) => price_max === null && !pay_what_you_can

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

/** Returns what the price is for; nothing for a price of 0 or without a unit. */
function unitOf({ price, price_unit }: Listing, currency: string) {
  if (price === 0 || price_unit === null) return {}
  if (price_unit === 'from') {
    const lowest: PriceSpecification = {
      '@type': 'PriceSpecification',
      price: price.toFixed(2),
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

/** Returns the smallest known place, nested in the places that contain it. */
function areaOf({ city, state, country }: Listing): City | State | Country {
  const countryData: Country = { '@type': 'Country', name: localName(country) }
  const region: State | Country = state
    ? { '@type': 'State', name: localName(state), containedInPlace: countryData }
    : countryData
  return city ? { '@type': 'City', name: city, containedInPlace: region } : region
}
