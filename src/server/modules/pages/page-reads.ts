/**
 * Notes what a page reads while it is rendered: the scopes on whose change it must be rendered again. A page with a call
 * that is not listed here is not cached. The result of a search changes with everything.
 */
import { type CallName, catalogCalls } from '../../../shared/calls.ts'
import { type CallInput, type CallReply, contract, type Endpoint } from '../../../shared/contract.ts'
import type { Occurrence } from '../../../shared/event-fields.ts'
import type { Kind } from '../../../shared/listing.ts'
import type { Facets, SearchReport } from '../../../shared/search.ts'
import {
  anyScope,
  attendanceScope,
  authorScope,
  listingScope,
  listingsScope,
  type Scope,
} from '../../platform/database/content-changes.ts'
import { compiledSchema } from '../../platform/http/compiled-schemas.ts'
import type { Catalog, NamedFilter } from '../catalog/service.ts'
import { eventInstants } from '../listings/service.ts'
import { type Classified, filtersOfSimilar } from './similar-scopes.ts'

export type PageReads = {
  /** Notes a call. Returns its reply, which also notes which of its facets the page reads. */
  note: <Name extends CallName>(name: Name, input: CallInput<Name>, reply: CallReply<Name>) => CallReply<Name>
  /** Notes that a call failed, so the page lacks something. */
  noteFailure: () => void
  hasFailed: () => boolean
  /** Whether the page shows the result of a search. */
  isSearch: () => boolean
  /** Returns null if the page must not be cached. */
  scopes: () => ReadonlySet<Scope> | null
  /**
   * Returns when one of the events begins or ends, when its day changes, or when a search may find something else, in milliseconds;
   * infinity if there is nothing of this.
   */
  changesAt: () => number
}

/** Their replies to visitors are the same until the process restarts. */
const constantCalls: ReadonlySet<CallName> = new Set<CallName>([
  ...catalogCalls,
  'getSession',
  'getAuthProviders',
])

const minuteMs = 60_000
/** A search corrects typos with words that it reads some time after they were posted. */
const maxSearchAgeMs = 10 * minuteMs

/** Topics and places share names. A filter that means more of them than this counts as none. */
const maxScopesOfFilter = 40

export function createPageReads(catalog: Catalog, now: Date): PageReads {
  const scopes = new Set<Scope>()
  const subjects = new Map<string, Classified>()
  const similar: { kind: Kind; id: string; rows: Classified[] }[] = []
  let cacheable = true
  let isSearched = false
  let failed = false
  let changesAt = Number.POSITIVE_INFINITY

  function addListings(kind: Kind, filter: NamedFilter) {
    const { category, subcategory, country, state, city } = catalog.idsOf(filter)
    const topics = subcategory ?? category ?? [0]
    const places = city ?? state ?? country ?? [0]
    const isWide = topics.length * places.length > maxScopesOfFilter
    for (const topic of isWide ? [0] : topics)
      for (const place of isWide ? [0] : places) scopes.add(listingsScope(kind, topic, place))
  }

  function addSearch(kind: Kind, { near }: Query) {
    isSearched = true
    // It can be a position or a postal code. Nothing finer than a town is stored.
    if (near) cacheable = false
    scopes.add(anyScope)
    // An event can end at any minute.
    const nextMinute = (Math.floor(now.getTime() / minuteMs) + 1) * minuteMs
    changesAt = Math.min(changesAt, kind === 'event' ? nextMinute : now.getTime() + maxSearchAgeMs)
  }

  function addList(kind: Kind, query: Query) {
    if (isSearch(query)) addSearch(kind, query)
    else addListings(kind, query)
  }

  function addFilteredList<Reply extends { facets?: Facets | undefined; search?: SearchReport | undefined }>(
    kind: Kind,
    query: Query,
    reply: Reply,
  ): Reply {
    addList(kind, query)
    // The text has a postal code.
    if (reply.search?.understood.some(({ filters }) => filters.near)) cacheable = false
    if (isSearch(query)) return reply
    if (!reply.facets) {
      // The search engine could not count them.
      cacheable = false
      return reply
    }
    return { ...reply, facets: watch(reply.facets, (name) => addListings(kind, facetFilters[name](query))) }
  }

  const addSeller = (id: string) => scopes.add(authorScope(id))

  function addShown(listings: Shown[]) {
    for (const listing of listings) {
      scopes.add(listingScope(listing._id))
      addTimes(listing)
    }
  }

  function addTimes({ occurrence, time_zone }: Shown) {
    if (occurrence)
      changesAt = Math.min(changesAt, eventInstants.nextEventChange(occurrence, time_zone ?? 'UTC', now))
  }

  function addListing(listing: Classified & Shown & { seller: { id: string } }) {
    addTimes(listing)
    subjects.set(listing._id, listing)
    scopes.add(listingScope(listing._id))
    addSeller(listing.seller.id)
  }

  function addSimilar({ kind, id, rows }: (typeof similar)[number]) {
    const subject = subjects.get(id)
    // Which listings are similar to it is known only with the listing.
    if (!subject) cacheable = false
    else for (const filter of filtersOfSimilar(subject, rows)) addListings(kind, filter)
  }

  const notes: Notes = {
    listServices({ query }, reply) {
      addList('service', query)
      addShown(reply.services)
    },
    listEvents({ query }, reply) {
      addList('event', query)
      addShown(reply.events)
    },
    filterServices({ query }, reply) {
      addShown(reply.services)
      return addFilteredList('service', query, reply)
    },
    filterEvents({ query }, reply) {
      addShown(reply.events)
      return addFilteredList('event', query, reply)
    },
    countListings({ query }) {
      addListings('service', query)
      addListings('event', query)
    },
    listTowns({ query: { kind, category, subcategory, ...query } }) {
      if (isSearch(query)) addSearch(kind as Kind, query)
      // The map shows the towns of every place.
      else addListings(kind as Kind, { category, subcategory })
    },
    eventCalendar({ query }, reply) {
      const { from: _from, to: _to, ...filter } = query
      addList('event', filter)
      for (const { events } of reply.days) addShown(events)
    },
    getService: (_input, reply) => addListing(reply),
    getEvent: (_input, reply) => addListing(reply),
    getAttendance: ({ params: { id = '' } }) => void scopes.add(attendanceScope(id)),
    listOccurrences: ({ params: { id = '' } }) => void scopes.add(listingScope(id)),
    similarServices({ params: { id = '' } }, rows) {
      similar.push({ kind: 'service', id, rows })
      addShown(rows)
    },
    similarEvents({ params: { id = '' } }, rows) {
      similar.push({ kind: 'event', id, rows })
      addShown(rows)
    },
    getSeller: (_input, reply) => void addSeller(reply.id),
    listRecommendations: ({ query: { seller = '' } }) => void addSeller(seller),
    servicesBySeller({ query: { seller = '' } }, reply) {
      addSeller(seller)
      addShown(reply.services)
    },
    eventsBySeller({ query: { seller = '' } }, reply) {
      addSeller(seller)
      addShown(reply.events)
    },
  }

  return {
    note(name, input, reply) {
      const note = notes[name] as Note<typeof name> | undefined
      if (note) return note(parsedInput(name, input), reply) ?? reply
      if (!constantCalls.has(name)) cacheable = false
      return reply
    },
    noteFailure() {
      failed = true
    },
    hasFailed: () => failed,
    isSearch: () => isSearched,
    scopes() {
      for (const list of similar) addSimilar(list)
      return cacheable && !failed ? scopes : null
    },
    changesAt: () => changesAt,
  }
}

/** What changes a listing on a page without any write. Services have no times. */
type Shown = { _id: string; occurrence?: Occurrence; time_zone?: string }

type Query = NamedFilter & { [name: string]: string | undefined }
type Input = { params: Record<string, string | undefined>; query: Query }
// biome-ignore lint/suspicious/noConfusingVoidType: most calls return nothing, which keeps the reply
type Note<Name extends CallName> = (input: Input, reply: CallReply<Name>) => CallReply<Name> | void
type Notes = { [Name in CallName]?: Note<Name> }

/** Returns the input as the handler got it: names without spaces around them, and nothing for an empty text. */
function parsedInput(name: CallName, input: unknown): Input {
  const { params, query }: Endpoint = contract[name]
  const given = input as Partial<Input>
  return {
    params: params ? compiledSchema(params).parse(given.params ?? {}) : {},
    query: query ? compiledSchema(query).parse(given.query ?? {}) : {},
  } as Input
}

const plainParameters = new Set([
  ...['category', 'subcategory', 'country', 'state', 'city'],
  ...['kind', 'page', 'limit', 'sort'],
])

/** Whether the list has filters beyond topic and place. */
const isSearch = (query: Query): boolean =>
  query.sort === 'distance' ||
  Object.entries(query).some(([name, value]) => value && !plainParameters.has(name))

/** A facet counts the listings that pass the other filters. */
const facetFilters: Record<keyof Facets, (filter: NamedFilter) => NamedFilter> = {
  categories: ({ country, state, city }) => ({ country, state, city }),
  subcategories: ({ category, country, state, city }) => ({ category, country, state, city }),
  states: ({ category, subcategory, country }) => ({ category, subcategory, country }),
  cities: ({ category, subcategory, country, state }) => ({ category, subcategory, country, state }),
  free: (filter) => filter,
  pictures: (filter) => filter,
}

/** Returns the facets with a function that is called when one of them is read. */
function watch(facets: Facets, onRead: (name: keyof Facets) => void): Facets {
  const properties = (Object.keys(facetFilters) as (keyof Facets)[]).map((name) => [
    name,
    {
      enumerable: true,
      get() {
        onRead(name)
        return facets[name]
      },
    },
  ])
  return Object.defineProperties({}, Object.fromEntries(properties)) as Facets
}
