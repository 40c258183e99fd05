/** The places of the catalog: those that the site offers, and those that it has. */
import type { Location, State } from '../../../shared/contract/catalog.ts'
import type { Coordinates } from '../../../shared/distance.ts'
import type { PlaceLimits } from '../../../shared/settings/table.ts'
import { type CatalogNode, collectPlaces, indexNames, type Nodes, rowsPerStep } from './nodes.ts'
import type { CatalogPlaces } from './place-names.ts'
import type { StoredCatalog } from './queries.ts'
import { findHomeTown, homeCircle, offeredRegions } from './regions.ts'

export type BuiltPlaces = Generated<ReturnType<typeof buildPlaces>>
type Generated<Work> = Work extends Generator<void, infer Result> ? Result : never

/** Builds what follows from places and the settings that limit them, in steps: there can be many. */
export function* buildPlaces(stored: StoredCatalog, limits: PlaceLimits) {
  const nodes = yield* collectPlaces(stored)
  const index = {
    country: yield* indexNames(stored.countries, nodes),
    state: yield* indexNames(stored.states, nodes),
    city: yield* indexNames(stored.cities, nodes),
  }
  const home = findHomeTown(limits.homeTown, index)
  return {
    nodes,
    country: index.country,
    state: index.state,
    city: index.city,
    home: nameOf(home, nodes),
    offered: yield* nestOffered(
      stored,
      offeredRegions(limits.onlyRegions, stored, nodes),
      homeCircle(limits, home, stored),
    ),
    current: yield* currentPlaces(stored, nodes),
  }
}

/** Returns the names of a town and what it is in. */
function nameOf(town: CatalogNode | null, nodes: Nodes['places']) {
  const [city, state, country] = [town?.id, ...(town?.ancestors ?? [])].map((id) => nodes.get(id ?? 0)?.name)
  return city && state && country ? { country, state, city } : null
}

/**
 * Returns the places that the site offers, as the API sends them: countries with states and cities. With `chosen`, only these
 * regions. With `isNear`, only towns for which it is true, and what they are in.
 */
function* nestOffered(
  stored: StoredCatalog,
  chosen: ReadonlySet<number> | null,
  isNear: ((point: Coordinates) => boolean) | null,
) {
  const isWithin = ({ id }: { id: number }) => chosen?.has(id) ?? true
  const isOffered = ({ id, retired, merged_into }: StoredCatalog['cities'][number] | Retirable) =>
    !retired && merged_into === null && id > 0
  yield
  const allowed = new Set(stored.states.filter((row) => isOffered(row) && isWithin(row)).map(({ id }) => id))
  const unoffered = new Set<number>()
  const cities: CatalogPlaces['cities'] = []
  const citiesOf = new Map<number, { name: string }[]>()
  for (const [at, row] of stored.cities.entries()) {
    if (at % rowsPerStep === 0) yield
    const isFar = isNear?.(row) === false
    if (row.retired || isFar) unoffered.add(row.id)
    if (isFar || !isOffered(row) || !allowed.has(row.state_id)) continue
    cities.push(row)
    const siblings = citiesOf.get(row.state_id)
    if (siblings) siblings.push({ name: row.name })
    else citiesOf.set(row.state_id, [{ name: row.name }])
  }
  const statesOf = Map.groupBy(
    stored.states.filter(({ id }) => allowed.has(id) && (!isNear || citiesOf.has(id))),
    (row) => row.country_id,
  )
  const countries = stored.countries.filter(
    (row) => isOffered(row) && isWithin(row) && (!isNear || statesOf.has(row.id)),
  )
  const regions = new Set([...countries, ...[...statesOf.values()].flat()].map(({ id }) => id))
  for (const { id } of [...stored.countries, ...stored.states]) if (!regions.has(id)) unoffered.add(id)
  return {
    cities,
    /** Places where nobody can post. The towns of such a region are not among them. */
    unoffered,
    locations: countries.map(
      ({ id, name, slug, division_term: term }): Location => ({
        _id: String(id),
        name,
        slug,
        ...(term && term !== 'state' && { term }),
        state: (statesOf.get(id) ?? []).map(
          (state): State => ({
            _id: String(state.id),
            id: String(state.id),
            name: state.name,
            slug: state.slug,
            cities: citiesOf.get(state.id) ?? [],
          }),
        ),
      }),
    ),
  }
}
type Retirable = { id: number; retired: boolean; merged_into: number | null }

/** Returns the places that are not merged, with the names of what is merged into them. */
function* currentPlaces(stored: StoredCatalog, nodes: Nodes['places']) {
  const mergedNames = new Map<number, string[]>()
  for (const { id, name, other_names, merged_into } of [
    stored.countries,
    stored.states,
    stored.cities,
  ].flat()) {
    if (merged_into === null) continue
    const target = nodes.get(id)?.id ?? id
    mergedNames.set(target, [...(mergedNames.get(target) ?? []), name, ...other_names])
  }
  yield
  function* current<Row extends Retirable & { other_names: string[] }>(rows: Row[]) {
    const found: Row[] = []
    for (const [at, row] of rows.entries()) {
      if (at % rowsPerStep === 0) yield
      if (row.merged_into !== null) continue
      const more = mergedNames.get(row.id)
      found.push(more ? { ...row, other_names: [...row.other_names, ...more] } : row)
    }
    return found
  }
  return {
    countries: yield* current(stored.countries),
    states: yield* current(stored.states),
    cities: yield* current(stored.cities),
  } satisfies CatalogPlaces
}
