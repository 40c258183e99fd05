/** What limits the places that a site offers: some regions, and the surroundings of its home town. */

import { type Coordinates, distanceKm, distanceUnitIn, toKm } from '../../../shared/distance.ts'
import { defaultSettings, type PlaceLimits, type SiteSettings } from '../../../shared/settings/table.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import { t } from '../../../shared/translate.ts'
import { meaningsOf } from './place-names.ts'
import type { StoredCatalog } from './queries.ts'

export const placeLimitsOf = (settings: SiteSettings): PlaceLimits => ({
  onlyRegions: settings.onlyRegions,
  homeTown: settings.homeTown,
  homeRadius: settings.homeRadius,
  distanceUnit: settings.distanceUnit,
})

export const noPlaceLimits: PlaceLimits = placeLimitsOf(defaultSettings)

/**
 * Returns which countries, states, and cities a site offers that is limited to some regions: those of the lines, such as `France` and
 * `Montana, United States`. Lines that name no place count for nothing, and without any line, the site offers all places.
 */
export function offeredRegions(
  lines: string,
  { countries, states }: StoredCatalog,
  nodes: ReadonlyMap<number, { id: number }>,
) {
  const isNamed = ({ name, other_names }: { name: string; other_names: string[] }, text: string) =>
    [name, ...other_names].some((each) => foldName(each) === foldName(text.trim()))
  const offered = new Set<number>()
  for (const line of lines.split('\n').filter((line) => line.trim() !== '')) {
    const comma = line.lastIndexOf(',')
    const whole = countries.find((country) => isNamed(country, line))
    const country = whole ?? countries.find((country) => comma > 0 && isNamed(country, line.slice(comma + 1)))
    const parts = states.filter(
      (state) => state.country_id === country?.id && (whole || isNamed(state, line.slice(0, comma))),
    )
    if (!country || (!whole && parts.length === 0)) continue
    // A merged region is the one that it stands for.
    for (const { id } of [country, ...parts]) offered.add(nodes.get(id)?.id ?? id)
  }
  return offered.size > 0 ? offered : null
}

/** A place, of which only towns have coordinates. `ancestors` are the ids above it. */
type Place = { id: number; name: string; ancestors: number[]; coordinates: Coordinates | null }
/** Places by their folded names, also by others that find them. Of two towns with the same name, the larger one comes first. */
type PlaceIndex<Node> = Record<'country' | 'state' | 'city', ReadonlyMap<string, Node[]>>

/** Returns the town that a text such as `Whitefish, Montana`, `Whitefish, MT`, or `Lyon, France` names: the largest of several; null for none. */
export function findHomeTown<Node extends Place>(text: string, index: PlaceIndex<Node>): Node | null {
  const parts = text.split(',').map((part) => foldName(part.trim()))
  const named = (region: string) =>
    [region, ...meaningsOf(region).map(foldName)].flatMap((each) => [
      ...(index.state.get(each) ?? []),
      ...(index.country.get(each) ?? []),
    ])
  const isIn = (town: Place, region: string) => named(region).some(({ id }) => town.ancestors.includes(id))
  // Names can have commas, too: Washington, D.C.
  const found = parts.flatMap((_, at) => {
    const name = parts.slice(0, at + 1).join(', ')
    const towns = (index.city.get(name) ?? []).filter((town) =>
      parts.slice(at + 1).every((region) => isIn(town, region)),
    )
    return towns.find((town) => foldName(town.name) === name) ?? towns.slice(0, 1)
  })
  return found[0] ?? null
}

/** Returns what says of a point whether it is within the distance of the home town; null if that is no limit. */
export function homeCircle(
  { homeRadius, distanceUnit }: PlaceLimits,
  home: Place | null,
  { countries }: StoredCatalog,
): ((point: Coordinates) => boolean) | null {
  const center = home?.coordinates
  if (!center || homeRadius === 0) return null
  const { code = '' } = countries.find(({ id }) => home.ancestors.includes(id)) ?? {}
  const km = toKm(homeRadius, distanceUnitIn(code, distanceUnit))
  return (point) => distanceKm(center, point) <= km
}

/** Returns what an admin should know about the home town; null if nothing. */
export const homeTownNote = (
  { homeTown }: SiteSettings,
  catalog: { homeTown: () => object | null },
): string | null =>
  homeTown === '' || catalog.homeTown()
    ? null
    : t(
        'No town of the site has this name, so the site has no home town. Add its country, or write it like “Whitefish, Montana”.',
      )
