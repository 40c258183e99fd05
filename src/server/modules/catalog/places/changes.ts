/** What admins see and change of places. */

import type { PlaceForAdmin } from '../../../../shared/contract/places.ts'
import type { CallRequest } from '../../../../shared/contract.ts'
import { AppError, invalidFields, notFound } from '../../../../shared/errors.ts'
import { adminPageSize } from '../../../../shared/limits.ts'
import { nameOrder } from '../../../../shared/name-lists.ts'
import { namesIn, type Place, readPoint, writePoint } from '../../../../shared/places/place.ts'
import { foldName } from '../../../../shared/text-normalization.ts'
import { t } from '../../../../shared/translate.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AuthedContext } from '../../../platform/http/handlers.ts'
import { runInSlices } from '../../../platform/time-slices.ts'
import type { Settings } from '../../settings/service.ts'
import { createEntryChanges } from '../entry-changes.ts'
import { findEntry, findVersion } from '../entry-kind.ts'
import { createEntryMoves } from '../entry-moves.ts'
import type { Catalog } from '../service.ts'
import { freeSlug, siblingsOf, stepOf } from '../steps.ts'
import { placeKind } from './place-kind.ts'
import * as queries from './queries.ts'

type Options = { database: Database; settings: Settings; catalog: Catalog }

export type PlaceChanges = ReturnType<typeof createPlaceChanges>

export function createPlaceChanges({ database, settings, catalog }: Options) {
  const changes = createEntryChanges({ database, settings }, placeKind)
  const moves = createEntryMoves({ database, settings }, placeKind)
  const nodeOf = (id: number) => catalog.nodes().places.get(id)
  const aboveOf = (id: number) =>
    (nodeOf(id)?.ancestors ?? []).map((above) => ({ id: String(above), name: nodeOf(above)?.name ?? '' }))

  async function toReply(places: Place[]): Promise<PlaceForAdmin[]> {
    const counts = await queries.countIn(
      database.kysely,
      places.map(({ id }) => id),
    )
    return places.map((place) => ({
      id: String(place.id),
      level: place.level,
      parent: place.parent === null ? null : String(place.parent),
      name: place.name,
      moreNames: place.moreNames.join(', '),
      point: writePoint(place),
      retired: place.retired,
      where: aboveOf(place.id)
        .map(({ name }) => name)
        .join(', '),
      version: placeKind.versionOf(place),
      ...(counts.get(place.id) ?? { listings: 0, places: 0 }),
    }))
  }

  /** Returns the ids of the places in `parent` whose names have the text, those whose name begins with it first. */
  async function search(text: string, parent: number | null): Promise<number[]> {
    const wanted = foldName(text.trim())
    const { countries, states, cities } = catalog.places()
    const found: { id: number; name: string; startsWith: boolean }[] = []
    await runInSlices(
      (function* () {
        for (const [index, place] of [...countries, ...states, ...cities].entries()) {
          if (index % 500 === 0) yield
          const at = [place.name, ...(place.other_names ?? [])].map((name) => foldName(name).indexOf(wanted))
          if (at.every((each) => each < 0)) continue
          if (parent !== null && place.id !== parent && !nodeOf(place.id)?.ancestors.includes(parent))
            continue
          found.push({ id: place.id, name: place.name, startsWith: at.includes(0) })
        }
      })(),
    )
    return found
      .toSorted((a, b) => Number(b.startsWith) - Number(a.startsWith) || nameOrder()(a.name, b.name))
      .map(({ id }) => id)
  }

  async function page(
    { search: text = '', page }: CallRequest<'listPlacesForAdmin'>['query'],
    above: number | null,
  ) {
    const offset = (page - 1) * adminPageSize
    if (text === '') return queries.pagePlaces(database.kysely, above, { limit: adminPageSize, offset })
    const ids = await search(text, above)
    const places = await queries.listPlaces(database.kysely, ids.slice(offset, offset + adminPageSize))
    return { places, total: ids.length }
  }

  return {
    async list(query: CallRequest<'listPlacesForAdmin'>['query']) {
      const { parent } = query
      const chosen = parent === undefined ? null : await queries.findPlace(database.kysely, Number(parent))
      if (parent !== undefined && !chosen) throw notFound('place')
      const above = chosen ? aboveOf(chosen.id).toReversed() : []
      const country = chosen && Number(above[0]?.id ?? chosen.id)
      const { places, total } = await page(query, chosen?.id ?? null)
      const [place = null] = chosen ? await toReply([chosen]) : []
      return {
        place,
        above,
        term: country ? catalog.divisionTerm(country) : '',
        divisions: country ? await queries.listDivisions(database.kysely, country) : [],
        places: await toReply(places),
        total,
        totalPages: Math.ceil(total / adminPageSize),
      }
    },

    async add(ctx: AuthedContext, { parent, ...input }: CallRequest<'addPlace'>['body']) {
      return changes.change(ctx, [Number(parent)], async (places, tx) => {
        const above = findEntry(placeKind, places, parent)
        if (above.level === 'city')
          throw new AppError(
            'conflict',
            t('A town has no places of its own. Add it to the division of the town.'),
          )
        const level = above.level === 'country' ? 'state' : 'city'
        const [id = 0] = await queries.nextPlaceIds(tx, 1)
        const named = { id, parent: above.id, name: input.name }
        const place: Place = {
          ...named,
          level,
          slug: level === 'state' ? freeSlug(places, named, 'place') : '',
          moreNames: namesIn(input.moreNames ?? ''),
          ...pointOf(level, input.point ?? ''),
          retired: input.retired ?? false,
        }
        return { action: 'place.add', target: String(id), step: { before: [], after: [place] } }
      })
    },

    /** Throws `conflict` if the place is no longer the one that the change started from. */
    async change(ctx: AuthedContext, id: string, { version, ...input }: CallRequest<'changePlace'>['body']) {
      return changes.change(ctx, [Number(id)], async (places) => {
        const before = findVersion(placeKind, places, id, version)
        const { name = before.name, retired = before.retired, moreNames, point } = input
        if (retired && !before.retired) requireAnother(before, places)
        const others = moreNames === undefined ? before.moreNames : namesIn(moreNames)
        const names = name === before.name ? others : [...others, before.name]
        const after: Place = {
          ...before,
          name,
          retired,
          moreNames: [...new Set(names)].filter((each) => each !== name),
          ...(point !== undefined && pointOf(before.level, point)),
        }
        return { action: 'place.change', target: id, step: stepOf([before], [after]) }
      })
    },

    /** Merges a place into another one of its level and country. */
    merge: (ctx: AuthedContext, id: string, { version, target: into }: CallRequest<'mergePlace'>['body']) => {
      const targetId = findTarget(Number(id), into)
      return moves.move(ctx, 'merge', [Number(id), targetId], async (places, copy) => {
        const source = findVersion(placeKind, places, id, version)
        const target = findEntry(placeKind, places, String(targetId))
        return moves.pairsOf(places, source, target, copy)
      })
    },

    /** Moves a town to another division of its country. */
    move: (ctx: AuthedContext, id: string, { version, parent }: CallRequest<'movePlace'>['body']) =>
      moves.move(ctx, 'move', [Number(id), Number(parent)], async (places, copy) => {
        const source = findVersion(placeKind, places, id, version)
        const target = findEntry(placeKind, places, parent)
        if (target.id === source.parent) throw new AppError('conflict', t('It is there already.'))
        const [from, to] = [source.parent ?? 0, target.id].map((each) => nodeOf(each)?.ancestors[0])
        if (source.level !== 'city' || target.level !== 'state' || from !== to)
          throw new AppError('conflict', t('Only a town can move, to another division of its country.'))
        return copy([source], target.id)
      }),

    undo: changes.undo,
    undoMove: moves.undo,
  }

  /** Returns the id of the place that an id or a name means, of the level and country of another one. Throws `invalid` for `target`. */
  function findTarget(id: number, text: string): number {
    const source = nodeOf(id)
    if (!source || source.id !== id) throw notFound('place')
    if (source.level === 'country')
      throw new AppError('conflict', t('A country cannot be merged. Retire or remove it instead.'))
    const countryOf = (each: number) => nodeOf(each)?.ancestors.at(-1)
    const [name = '', ...where] = text.split(',').map((part) => foldName(part.trim()))
    const { states, cities } = catalog.places()
    const candidates = (source.level === 'city' ? cities : states).filter((place) => {
      if (place.id === id || countryOf(place.id) !== countryOf(id)) return false
      if (/^\d+$/.test(text)) return String(place.id) === text
      const isNamed = [place.name, ...(place.other_names ?? [])].some((each) => foldName(each) === name)
      return isNamed && (!where[0] || foldName(aboveOf(place.id)[0]?.name ?? '') === where[0])
    })
    const beside = candidates.filter((place) => nodeOf(place.id)?.ancestors[0] === source.ancestors[0])
    const found = candidates.length > 1 && beside.length === 1 ? beside : candidates
    const [first] = found
    if (!first)
      throw invalidFields({
        target: t('There is no other place “{name}” in this country.', { name: text }),
      })
    if (found.length > 1)
      throw invalidFields({
        target: t(
          'Several places have this name. Please add what it belongs to, such as “{place}, {above}”.',
          {
            place: first.name,
            above: aboveOf(first.id)[0]?.name ?? '',
          },
        ),
      })
    return first.id
  }
}

/** A town has a point, and nothing else has one. Throws `invalid` without one. */
function pointOf(level: Place['level'], text: string): Pick<Place, 'latitude' | 'longitude'> {
  if (level !== 'city') return { latitude: null, longitude: null }
  const point = readPoint(text)
  if (!point)
    throw invalidFields({
      point: t('Please enter the latitude and the longitude, such as 48.4106, -114.3353.'),
    })
  return point
}

/** A site offers at least one country. */
function requireAnother(place: Place, places: readonly Place[]) {
  if (place.level !== 'country') return
  const others = siblingsOf(places, null).filter(({ id, retired }) => id !== place.id && !retired)
  if (others.length === 0) throw new AppError('conflict', t('A site needs at least one country.'))
}
