/** Topics and places: a snapshot that everything reads synchronously, and what parts of the site derive from it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'
import { type Coordinates, distanceKm, kmPerDegree } from '../../../shared/distance.ts'
import type { PlaceLimits } from '../../../shared/settings/table.ts'
import type { Database } from '../../platform/database/database.ts'
import { finish, runInSlices } from '../../platform/time-slices.ts'
import type { Settings, SettingsState } from '../settings/service.ts'
import { buildPlaceFinder } from './find-places.ts'
import { type BuiltPlaces, buildPlaces } from './offered-places.ts'
import { buildPlaceNames } from './place-names.ts'
import { type Center, findPostalCodes } from './postal-codes.ts'
import { readCatalog, type StoredCatalog } from './queries.ts'
import { noPlaceLimits, placeLimitsOf } from './regions.ts'
import { buildSnapshot, type CatalogSnapshot } from './snapshot.ts'
import { buildTowns } from './towns.ts'

export type { SearchTopic } from './categories/topics.ts'
export type { CatalogLevel, CatalogNode } from './nodes.ts'
export type { CatalogPlaces, NamedPlace, PlaceMatch, PlaceNames } from './place-names.ts'
export type {
  CatalogSnapshot,
  IdFilter,
  NamedFilter,
  Taxonomy,
} from './snapshot.ts'

/** Returns what can be a postal code in a text, and its town. */
export const postalCodesIn: typeof findPostalCodes = findPostalCodes

/** Returns what is derived from the snapshot that the caller sees, or from a given one. */
export type Derived<Value> = (snapshot?: CatalogSnapshot) => Value
/** Derives something from a snapshot, in steps if it takes more than a few milliseconds with 60,000 towns. */
type Build<Value> = (snapshot: CatalogSnapshot) => Generator<void, Value>

export type Catalog = Awaited<ReturnType<typeof createCatalog>>

/** Reads the catalog, and with settings again whenever it has changed. */
export async function createCatalog(database: Database, settings?: Settings) {
  let latest: { stored: StoredCatalog; places: BuiltPlaces; limits: PlaceLimits } | null = null

  /** Most changes are of topics: then what follows from places stays as it is. */
  async function read(limits: PlaceLimits): Promise<CatalogSnapshot> {
    const before = latest
    const stored = await readCatalog(database, before?.stored)
    const isKnown = before?.stored.cities === stored.cities && isDeepStrictEqual(before.limits, limits)
    const places = isKnown ? before.places : await runInSlices(buildPlaces(stored, limits))
    latest = { stored, places, limits }
    return runInSlices(buildSnapshot(stored, places))
  }
  const { revision = 0, catalogRevision = 0 } = settings?.state() ?? {}
  const limits = settings ? placeLimitsOf(settings.current()) : noPlaceLimits
  let current = { snapshot: await read(limits), revision, catalogRevision, limits }
  const held = new AsyncLocalStorage<typeof current>()
  const seen = () => held.getStore() ?? current
  const builds: {
    isUsed: (of: CatalogSnapshot) => boolean
    prepare: (of: CatalogSnapshot) => Promise<void>
  }[] = []

  /**
   * Returns a function that returns what `build` returns for the snapshot: it runs once for each, when first needed. With `part`, once for
   * each value of that, of which alone `build` makes it.
   */
  function derived<Value>(
    build: Build<Value>,
    part: (snapshot: CatalogSnapshot) => object = (snapshot) => snapshot,
  ): Derived<Value> {
    const values = new WeakMap<object, { value: Value }>()
    builds.push({
      isUsed: (snapshot) => values.has(part(snapshot)),
      async prepare(snapshot) {
        if (!values.has(part(snapshot)))
          values.set(part(snapshot), { value: await runInSlices(build(snapshot)) })
      },
    })
    return (snapshot = seen().snapshot) => {
      const known = values.get(part(snapshot)) ?? { value: finish(build(snapshot)) }
      values.set(part(snapshot), known)
      return known.value
    }
  }
  const ofPlaces = (snapshot: CatalogSnapshot) => snapshot.places()

  const placeNames = derived(function* (snapshot) {
    return yield* buildPlaceNames(snapshot.places())
  }, ofPlaces)
  const towns = derived(function* (snapshot) {
    return yield* buildTowns(snapshot.places(), placeNames(snapshot))
  }, ofPlaces)

  const placeFinder = derived(
    (snapshot) => buildPlaceFinder(snapshot.locations()),
    (snapshot) => snapshot.locations(),
  )

  /** Reads the catalog if it has changed, and derives again what is in use. Returns what lets the process see it. */
  async function prepare({ revision, catalogRevision, settings }: SettingsState): Promise<() => void> {
    const limits = placeLimitsOf(settings)
    let { snapshot } = current
    if (catalogRevision !== current.catalogRevision || !isDeepStrictEqual(limits, current.limits)) {
      snapshot = await read(limits)
      // In the order of their creation, because later ones can be derived from earlier ones.
      for (const { isUsed, prepare } of builds) if (isUsed(current.snapshot)) await prepare(snapshot)
    }
    return () => {
      if (revision >= current.revision) current = { snapshot, revision, catalogRevision, limits }
    }
  }
  await settings?.follow(prepare)

  const see = <Name extends keyof CatalogSnapshot>(name: Name) =>
    ((...parameters: never[]) =>
      (seen().snapshot[name] as (...parameters: never[]) => unknown)(...parameters)) as CatalogSnapshot[Name]

  return {
    categories: see('categories'),
    topicIds: see('topicIds'),
    locations: see('locations'),
    homeTown: see('homeTown'),
    places: see('places'),
    nodes: see('nodes'),
    getCategory: see('getCategory'),
    getCategoryByName: see('getCategoryByName'),
    getLocation: see('getLocation'),
    placesToChoose: see('placesToChoose'),
    currentPlace: see('currentPlace'),
    divisionTerm: see('divisionTerm'),
    currentCountrySlug: see('currentCountrySlug'),
    idsOf: see('idsOf'),
    availableChoices: see('availableChoices'),
    currentIds: see('currentIds'),
    currentNames: see('currentNames'),
    currentTopicPath: see('currentTopicPath'),
    placeRefusal: see('placeRefusal'),
    topicRefusal: see('topicRefusal'),
    categoryIcons: see('categoryIcons'),
    namesOf: see('namesOf'),
    ownNames: see('ownNames'),
    timeZoneOf: see('timeZoneOf'),

    derived,
    /** The site's revision of the snapshot that the caller sees. */
    revision: (): number => seen().revision,
    /** Runs `work`, and what it starts, with the snapshot as it is now, whatever changes meanwhile. */
    hold: <Result>(work: () => Result): Result => held.run(current, work),

    /** Finds places by their names, codes, and nicknames. */
    placeNames,

    /** Returns what the site would offer with other limits: its home town, and its towns, the largest first. */
    async withLimits(limits: PlaceLimits) {
      const stored = latest?.stored ?? (await readCatalog(database))
      const { home, offered } = await runInSlices(buildPlaces(stored, limits))
      const towns = offered.cities.toSorted((one, other) => other.population - one.population)
      return { home, towns: towns.map(({ name }) => name) }
    },

    /** Returns the town that a text names: by its name, a postal code, or coordinates; null if there is none. */
    findTown: async (text: string): Promise<Center | null> => towns().find(text),

    /** Returns the places that a person may mean by the name of a city. */
    findPlaces: (name: string) => placeFinder()(name),

    /** Returns whether the site offers a town in a circle. */
    offersWithin: ({ km, ...center }: Coordinates & { km: number }): boolean =>
      seen()
        .snapshot.offeredCities()
        .some(
          (town) =>
            Math.abs(town.latitude - center.latitude) * kmPerDegree <= km && distanceKm(town, center) <= km,
        ),

    /** Returns the towns that are closest to a point, the nearest first. */
    nearestTowns: (latitude: number, longitude: number, count: number) =>
      towns().nearest(latitude, longitude, count),
  }
}
