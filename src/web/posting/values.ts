/** The values of the listing form, named as the server names fields in its validation errors. */

import type { EditableListing, Kind } from '../../shared/listing.ts'
import type { ListingField } from '../../shared/listing-fields/field.ts'
import { type FormName, fromForm, isFormName, toForm } from '../../shared/listing-fields/form.ts'
import { toSocialUrl } from '../../shared/social-link.ts'
import { msg } from '../../shared/translate.ts'
import type { Values } from '../ui/forms/form.tsx'
import { formatPriceInput, parsePrice, parsePriceUnit } from './price.ts'
import { registrationBody, registrationFieldNames, registrationValues } from './registration-values.ts'
import { fromSchedule, repeatFields, timeFields, toSchedule } from './schedule-values.ts'
import { lowestRowPrice, readRows, ticketFieldNames, ticketsBody, ticketValues } from './ticket-values.ts'
import { venueBody, venueFieldNames, venueValues } from './venue-values.ts'

/**
 * The form, part by part: what a person decides together, under the name that edit conflicts have for it. One person's city in
 * another's country is not a place.
 */
export const formParts = [
  { label: msg('Title'), names: ['title'] },
  { label: msg('Category'), names: ['category', 'subcategory'] },
  { label: msg('Price'), names: ['price', 'price_unit'] },
  { label: msg('Description'), names: ['description'] },
  { label: msg('Language'), names: ['language'] },
  { label: msg('Place'), names: ['country', 'state', 'city'] },
  { label: msg('Start Date'), names: ['startDate'] },
  { label: msg('End Date'), names: ['endDate'] },
  { label: msg('Times'), names: timeFields },
  { label: msg('Repeats'), names: repeatFields },
  { label: msg('Availability'), names: ['event_availability'] },
  { label: msg('Venue'), names: venueFieldNames },
  { label: msg('Tickets'), names: ticketFieldNames },
  { label: msg('Registration'), names: registrationFieldNames },
  { label: msg('Business Email'), names: ['author.business_email'] },
  { label: msg('Phone'), names: ['author.phone'] },
  { label: msg('Facebook'), names: ['author.facebook'] },
  { label: msg('Instagram'), names: ['author.instagram'] },
  { label: msg('Contact'), names: ['messages_only'] },
  { label: msg('Publish'), names: ['publishAt'] },
] as const

const fixedNames = formParts.flatMap(({ names }): readonly FixedName[] => names)
type FixedName = (typeof formParts)[number]['names'][number]
/** The site's own fields have a text only if they are filled in. */
export type FieldName = FixedName | FormName
export type ListingValues = Record<FixedName, string> & Partial<Record<FormName, string>>

/** What a checkbox submits. */
export const checked = 'yes'

/** Returns every field of the form and no others, always in the same order; missing ones are empty. */
export function toListingValues(values: Partial<Values>): ListingValues {
  const all: Partial<Values> = { ...values, ticket_types: values.ticket_types ?? readRows(values) }
  const own = Object.keys(values).filter((name) => isFormName(name) && values[name])
  const names = [...fixedNames, ...own.toSorted()]
  return Object.fromEntries(names.map((name) => [name, all[name] ?? ''])) as ListingValues
}

/** Returns those of the values that are fields of the form. */
export const pickListingValues = (values: Values): Partial<ListingValues> =>
  Object.fromEntries(fixedNames.filter((name) => name in values).map((name) => [name, values[name]]))

const blank = toListingValues({})

function fromListing(listing: EditableListing): ListingValues {
  const { title, category, description, country, author } = listing
  return toListingValues({
    title,
    category,
    subcategory: listing.subcategory ?? '',
    price: formatPriceInput(listing.price),
    price_unit: listing.price_unit ?? '',
    description,
    language: listing.language ?? '',
    country,
    state: listing.state ?? '',
    city: listing.city ?? '',
    'author.business_email': author.business_email,
    'author.phone': author.phone,
    'author.facebook': author.facebook,
    'author.instagram': author.instagram,
    messages_only: listing.messages_only ? checked : '',
    ...toForm(listing.fields),
    ...('startDate' in listing && {
      startDate: listing.schedule?.startDate ?? listing.startDate,
      endDate: listing.schedule?.endDate ?? listing.endDate,
      ...(listing.schedule && fromSchedule(listing.schedule)),
      event_availability: listing.event_availability,
      ...venueValues(listing),
      ...ticketValues(listing),
      ...registrationValues(listing),
    }),
  })
}

/** What the form of a new listing has of another one of its author. */
export type CopiedListing = { id: string; values: Partial<ListingValues>; images: string[] }

/** Leaves out the days: the copy of an event is for others. */
export const copyListing = (listing: EditableListing): CopiedListing => ({
  id: listing._id,
  values: { ...fromListing(listing), startDate: '', endDate: '', 'schedule.exceptions': '' },
  images: listing.images,
})

/** The saved listing that an edit started from. */
export type Base = {
  version: number
  values: ListingValues
  images: string[]
  /** The event has dates before those that the form edits. */
  earlierDates?: boolean
}

export const toBase = (listing: EditableListing): Base => ({
  version: listing.version,
  values: fromListing(listing),
  images: listing.images,
  earlierDates:
    'schedule' in listing && listing.schedule !== null && listing.startDate < listing.schedule.startDate,
})

/**
 * Returns the form's initial values: `preset` for a new listing, and what an imported calendar says. Availability must be chosen again on every update
 * (specification, section 5).
 */
export const initialValues = (
  base: Base | null,
  preset: Partial<ListingValues> = {},
  imported: Partial<ListingValues> = {},
): ListingValues =>
  base ? { ...base.values, event_availability: '', ...imported } : { ...blank, ...preset, ...imported }

type Content = {
  kind: Kind
  values: ListingValues
  images: string[]
  /** The site's own fields that the listing has. */
  fields: readonly ListingField[]
}

/** Returns the request body, not yet validated. */
export function toBody({ kind, values, images, fields }: Content) {
  const { startDate, endDate, event_availability } = values
  const lowest = lowestRowPrice(values)
  return {
    title: values.title,
    category: values.category,
    subcategory: values.subcategory || null,
    price: lowest === null ? parsePrice(values.price) : (parsePrice(lowest) ?? 0),
    price_unit: parsePriceUnit(values.price_unit),
    description: values.description,
    language: values.language || undefined,
    country: values.country,
    state: values.state || null,
    city: values.city || null,
    author: {
      business_email: values['author.business_email'].trim(),
      phone: values['author.phone'],
      facebook: toSocialUrl('facebook', values['author.facebook']),
      instagram: toSocialUrl('instagram', values['author.instagram']),
    },
    messages_only: values.messages_only === checked,
    images,
    fields: fromForm(fields, values),
    publishAt: values.publishAt || null,
    ...(kind === 'event' && { startDate, endDate, event_availability, schedule: toSchedule(values) }),
    ...(kind === 'event' && {
      ...venueBody(values),
      tickets: ticketsBody(values),
      registration: registrationBody(values),
    }),
  }
}
