/** The categories and places of a moderator, as an admin names them. An unknown one is an error, because none is all. */

import { sql } from 'kysely'
import { invalidFields } from '../../../shared/errors.ts'
import { foldName } from '../../../shared/text-normalization.ts'
import { t } from '../../../shared/translate.ts'
import type { Connection } from '../../platform/database/database.ts'
import { runInSlices } from '../../platform/time-slices.ts'
import type { Catalog } from '../catalog/service.ts'

type Places = Pick<Catalog, 'places' | 'nodes'>

/** Returns the names of categories, also of those that were retired or merged. */
export async function findCategoryNames(
  connection: Connection,
  ids: number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from category where id = any(${ids}::int[])`.execute(connection)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns null for all categories. */
export async function categoryIdsOf(connection: Connection, ids: number[]): Promise<number[] | null> {
  const wanted = [...new Set(ids)]
  const names = await findCategoryNames(connection, wanted)
  if (!wanted.every((id) => names.has(id)))
    throw invalidFields({ categories: t('One of these categories no longer exists.') })
  return wanted.length > 0 ? wanted : null
}

/** Returns `Whitefish, Montana, United States`. */
export function placePath({ nodes }: Places, id: number): string {
  const place = nodes().places.get(id)
  const above = (place?.ancestors ?? []).map((each) => nodes().places.get(each)?.name ?? '')
  return place ? [place.name, ...above].join(', ') : t('a place that is gone')
}

/** Returns null for all places. Throws `invalid` for a line that names none, or several. */
export async function placeIdsOf(places: Places, lines: string[]): Promise<number[] | null> {
  const named = await runInSlices(
    findNamed(
      places,
      lines.flatMap(namesIn).map(({ name }) => name),
    ),
  )
  const ids = [...new Set(lines.map((line) => findPlace(places, named, line)))]
  return ids.length > 0 ? ids : null
}

/** Returns what a line may mean: a name, and the places above it. Names can have commas, too. */
function namesIn(line: string): { name: string; above: string[] }[] {
  const parts = line.split(',').map((part) => foldName(part.trim()))
  return parts
    .map((_, at) => ({ name: parts.slice(0, at + 1).join(', '), above: parts.slice(at + 1) }))
    .toReversed()
}

/** Returns the ids of the places that have one of these names, by the names. In steps: there may be 60,000 towns. */
function* findNamed({ places, nodes }: Places, names: string[]) {
  const found = new Map(names.map((name) => [name, new Set<number>()]))
  const { countries, states, cities } = places()
  for (const [index, { id, name, other_names = [] }] of [...countries, ...states, ...cities].entries()) {
    if (index % 500 === 0) yield
    // A merged place stands for another one.
    if (nodes().places.get(id)?.id !== id) continue
    for (const each of [name, ...other_names]) found.get(foldName(each))?.add(id)
  }
  return found
}

function findPlace(places: Places, named: ReadonlyMap<string, ReadonlySet<number>>, line: string): number {
  for (const { name, above } of namesIn(line)) {
    const found = [...(named.get(name) ?? [])].filter((id) => isBelow(places, id, above))
    if (found.length > 1)
      throw invalidFields({
        places: t('Several places are called “{name}”. Please write it like “{place}”.', {
          name: line,
          place: placePath(places, found[0] ?? 0),
        }),
      })
    if (found[0] !== undefined) return found[0]
  }
  throw invalidFields({ places: t('There is no place “{name}”.', { name: line }) })
}

/** Whether a place is in all of these. */
const isBelow = ({ nodes }: Places, id: number, names: string[]): boolean => {
  const above = nodes().places.get(id)?.ancestors ?? []
  return names.every((name) => above.some((each) => foldName(nodes().places.get(each)?.name ?? '') === name))
}
