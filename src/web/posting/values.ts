/** What stands in the boxes of a listing's form, under the names by which the server's reports speak of its fields. */
import type { Event, Kind, Service } from '../../shared/listing.ts'
import type { Values } from '../ui/forms/form.tsx'
import { readPrice, writePrice } from './price.ts'

const names = [
  'title',
  'category',
  'subcategory',
  'price',
  'description',
  'country',
  'state',
  'city',
  'startDate',
  'endDate',
  'event_availability',
  'author.business_email',
  'author.phone',
  'author.facebook',
  'author.instagram',
] as const
export type FieldName = (typeof names)[number]
export type ListingValues = Record<FieldName, string>

/** Of whatever was typed: each box once, those that are not there empty, and nothing else. */
export const completed = (typed: Values): ListingValues =>
  Object.fromEntries(names.map((name) => [name, typed[name] ?? ''])) as ListingValues

const blank = completed({})

/** Everything that the listing holds, as its boxes would say it. */
function valuesOfListing(listing: Service | Event): ListingValues {
  const { title, category, description, country, author } = listing
  return completed({
    title,
    category,
    subcategory: listing.subcategory ?? '',
    price: writePrice(listing.price),
    description,
    country,
    state: listing.state ?? '',
    city: listing.city ?? '',
    'author.business_email': author.business_email,
    'author.phone': author.phone,
    'author.facebook': author.facebook,
    'author.instagram': author.instagram,
    ...('startDate' in listing && {
      startDate: listing.startDate,
      endDate: listing.endDate,
      event_availability: listing.event_availability,
    }),
  })
}

/** What the site holds of a listing that is being changed. */
export type Base = { version: number; values: ListingValues; images: string[] }

export const baseOf = (listing: Service | Event): Base => ({
  version: listing.version,
  values: valuesOfListing(listing),
  images: listing.images,
})

/** What the form starts with: availability is asked for anew at every change (specification, section 5). */
export const startOf = (base: Base | null): ListingValues =>
  base ? { ...base.values, event_availability: '' } : blank

/** What the boxes say, in the shape of a call's body. Whether it may be sent is for the schemas to say. */
export function bodyOf(kind: Kind, values: ListingValues, images: string[]) {
  const { startDate, endDate, event_availability } = values
  return {
    title: values.title,
    category: values.category,
    subcategory: values.subcategory || null,
    price: readPrice(values.price),
    description: values.description,
    country: values.country,
    state: values.state || null,
    city: values.city || null,
    author: {
      business_email: values['author.business_email'].trim(),
      phone: values['author.phone'],
      facebook: withScheme(values['author.facebook']),
      instagram: withScheme(values['author.instagram']),
    },
    images,
    ...(kind === 'event' && { startDate, endDate, event_availability }),
  }
}

/** Nobody types `https://` on a phone. Only for the two sites that are meant: what else is no address stays none. */
const withScheme = (link: string): string =>
  link.trim().replace(/^(?=(www\.|m\.)?(facebook|fb|instagram)\.com\/)/i, 'https://')
