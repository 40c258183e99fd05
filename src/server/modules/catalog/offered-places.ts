/** The places of the catalog: those that the site offers, and those that it has. */
import type { Location, State } from '../../../shared/contract/catalog.ts'
import { collectPlaces, indexNames, type Nodes, rowsPerStep } from './nodes.ts'
import type { CatalogPlaces } from './place-names.ts'
import type { StoredCatalog } from './queries.ts'
import { offeredRegions } from './regions.ts'

export type BuiltPlaces = Generated<ReturnType<typeof buildPlaces>>
type Generated<Work> = Work extends Generator<void, infer Result> ? Result : never

/** Builds what follows from places and the setting `onlyRegions`, in steps: there can be many. */
export function* buildPlaces(stored: StoredCatalog, onlyRegions: string) {
  const nodes = yield* collectPlaces(stored)
  return {
    nodes,
    country: yield* indexNames(stored.countries, nodes),
    state: yield* indexNames(stored.states, nodes),
    city: yield* indexNames(stored.cities, nodes),
    offered: yield* nestOffered(stored, onlyRegions),
    current: yield* currentPlaces(stored, nodes),
  }
}

/** Returns the places that the site offers, as the API sends them: countries with states and cities. */
function* nestOffered(stored: StoredCatalog, onlyRegions: string) {
  const chosen = offeredRegions(onlyRegions, stored)
  const isWithin = ({ id }: { id: number }) => chosen?.has(id) ?? true
  const isOffered = ({ id, retired, merged_into }: StoredCatalog['cities'][number] | Retirable) =>
    !retired && merged_into === null && id > 0
  yield
  const statesOf = Map.groupBy(
    stored.states.filter((row) => isOffered(row) && isWithin(row)),
    (row) => row.country_id,
  )
  const states = new Set([...statesOf.values()].flat().map(({ id }) => id))
  const countries = stored.countries.filter((row) => isOffered(row) && isWithin(row))
  const regions = new Set([...states, ...countries.map(({ id }) => id)])
  const unoffered = new Set(
    [...stored.countries, ...stored.states].map(({ id }) => id).filter((id) => !regions.has(id)),
  )
  const cities: CatalogPlaces['cities'] = []
  const citiesOf = new Map<number, { name: string }[]>()
  for (const [at, row] of stored.cities.entries()) {
    if (at % rowsPerStep === 0) yield
    if (row.retired) unoffered.add(row.id)
    if (!isOffered(row) || !states.has(row.state_id)) continue
    cities.push(row)
    const siblings = citiesOf.get(row.state_id)
    if (siblings) siblings.push({ name: row.name })
    else citiesOf.set(row.state_id, [{ name: row.name }])
  }
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
