/** The calls with which admins change countries and other places. */

import * as z from 'zod/mini'
import { maxNameLength, maxSearchTextLength } from '../limits.ts'
import { privatePaths, withQuery } from '../paths.ts'
import { placeLevels, placeProperties } from '../places/place.ts'
import { readCountryForm, readPlaceForm } from '../places/place-form.ts'
import { pageNumber, requiredText, textParameter, totals } from '../schemas/fields.ts'
import { msg, t } from '../translate.ts'
import { type Fields, messageReply, type Rows } from './endpoint.ts'
import { ChangedSchema } from './topics.ts'

/** Towns with fewer people are left out unless an admin asks for them. */
const defaultMinPopulation = 1_000
const maxPopulation = 10_000_000

/** A country that is being added, updated, or removed, or was within a day. `done` of `total` towns are stored. */
const PlaceLoadSchema = z.object({
  code: z.string(),
  name: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  done: z.int(),
  total: z.int(),
  /** A sentence that says so. */
  message: z.string(),
})
export type PlaceLoad = z.infer<typeof PlaceLoadSchema>
const loads = z.array(PlaceLoadSchema)

const SiteCountrySchema = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** What its divisions are called, such as `province`. */
  term: z.string(),
  divisions: z.int(),
  towns: z.int(),
  retired: z.boolean(),
})
export type SiteCountry = z.infer<typeof SiteCountrySchema>

const populationSentence = {
  error: () => t('Please enter a whole number up to {max}, such as 500.', { max: maxPopulation }),
}
const NewCountrySchema = z.object({
  country: requiredText(msg('the country'), 100, { error: () => t('Please enter a country.') }),
  minPopulation: z._default(
    z.int(populationSentence).check(z.gte(0, populationSentence), z.lte(maxPopulation, populationSentence)),
    defaultMinPopulation,
  ),
})

const id = z
  .string({ error: () => t('id must be text.') })
  .check(z.regex(/^\d{1,9}$/, { error: () => t('An id is a number.') }))
const version = z.string({ error: () => t('version is required.') }).check(z.maxLength(64))

const PlaceForAdminSchema = z.object({
  ...placeProperties,
  moreNames: z.string(),
  id: z.string(),
  level: z.enum(placeLevels),
  /** The id of its country or division; null for a country. */
  parent: z.nullable(z.string()),
  /** The names of those above it, such as `Montana, United States`. */
  where: z.string(),
  /** Changes with every change of what a form says. */
  version: z.string(),
  /** How many listings visitors see, and how many places it has. */
  listings: z.int(),
  places: z.int(),
})
export type PlaceForAdmin = z.infer<typeof PlaceForAdminSchema>
const PlaceNameSchema = z.object({ id: z.string(), name: z.string() })

const optional = z.partial(z.object(placeProperties)).shape
const path = `${privatePaths.adminPlaces}/:id`
/** Leads to the list that has the place. */
const next = ({ fields }: { fields: Fields }) =>
  withQuery(privatePaths.admin, { tab: 'places', field: fields.parent, status: 'saved' })
/** Says there what becomes of it. */
const placesScreen = () => withQuery(privatePaths.admin, { tab: 'places' })
export const placeRows = {
  listCountries: {
    summary:
      'Lists the countries of the site, those that can be added, and those that are being added or removed.',
    access: 'admin',
    reply: z.object({
      countries: z.array(SiteCountrySchema),
      /** Browsers do not know what the reader calls a country that the site does not have. */
      available: z.array(z.object({ code: z.string(), name: z.string(), localName: z.string() })),
      loads,
    }),
  },
  addPlaces: {
    summary:
      'Adds a country with its towns of `minPopulation` people or more, or updates it. `country` is its code, such as `FR`, or its English name. This takes up to a minute, after the reply.',
    access: 'admin',
    body: NewCountrySchema,
    reply: z.object({ message: z.string(), code: z.string() }),
    forms: [
      { path: privatePaths.adminCountries, toBody: readCountryForm, next: placesScreen },
      {
        path: privatePaths.setupCountries,
        toBody: readCountryForm,
        next: () => withQuery(privatePaths.setup, { step: 'place' }),
      },
    ],
  },
  removePlaces: {
    summary: 'Removes a country without listings, with all of its places, soon after the reply.',
    access: 'admin',
    params: z.object({
      id: z.string().check(z.regex(/^[A-Za-z]{2}$/, { error: () => t('A country has two letters.') })),
    }),
    reply: messageReply,
    forms: [{ path: `${privatePaths.adminCountries}/:id`, next: placesScreen }],
  },
  getPlaceProgress: {
    summary:
      'Retrieves how far the countries are that are being added or removed, and what became of those of the last day.',
    access: 'admin',
    reply: z.object({ loads }),
  },
  listPlacesForAdmin: {
    summary:
      'Pages through the countries, the places of `parent`, or the places in it whose name has `search`: retired ones, too, with how many listings each has.',
    access: 'admin',
    query: z.object({
      parent: z.optional(id),
      search: z.optional(textParameter('search', maxSearchTextLength)),
      page: pageNumber,
    }),
    reply: z.object({
      /** That of `parent`, and those above it, the country first. */
      place: z.nullable(PlaceForAdminSchema),
      above: z.array(PlaceNameSchema),
      /** What the divisions of its country are called, and all of them. */
      term: z.string(),
      divisions: z.array(PlaceNameSchema),
      places: z.array(PlaceForAdminSchema),
      ...totals,
    }),
  },
  addPlace: {
    summary:
      'Adds a town, village, or neighborhood to a division, or a division to a country. A town needs its point.',
    access: 'admin',
    body: z.object({ ...optional, name: placeProperties.name, parent: id }),
    reply: ChangedSchema,
    forms: [{ path: privatePaths.adminPlaces, toBody: readPlaceForm, next }],
  },
  changePlace: {
    summary:
      'Changes what the body has of a place, also to retire and restore it. What it was called still leads to it. Returns 409 if it has changed since `version`.',
    access: 'admin',
    params: z.object({ id }),
    body: z.object({ ...optional, version }),
    reply: ChangedSchema,
    forms: [
      { path, toBody: readPlaceForm, next },
      {
        path,
        actions: { retire: { retired: true }, restore: { retired: false } },
        toBody: ({ version }) => ({ version }),
        next,
      },
    ],
  },
  mergePlace: {
    summary:
      'Merges a town into another one of its country, or a division into another one. `target` is an id, or a name such as `Kalispell` or `Kalispell, Montana`. Its listings move there, and its names lead there.',
    access: 'admin',
    params: z.object({ id }),
    body: z.object({
      version,
      target: requiredText(msg('the place'), 2 * maxNameLength, {
        error: () => t('Please enter the name of the place.'),
      }),
    }),
    reply: ChangedSchema,
    forms: [{ path, actions: { merge: {} }, next }],
  },
  movePlace: {
    summary: 'Moves a town with its listings to another division of its country, whose id is `parent`.',
    access: 'admin',
    params: z.object({ id }),
    body: z.object({ version, parent: id }),
    reply: ChangedSchema,
    forms: [{ path, actions: { move: {} }, next }],
  },
} as const satisfies Rows
