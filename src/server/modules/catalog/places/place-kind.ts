/** What changing and moving places is made of. */

import { AppError, invalidFields } from '../../../../shared/errors.ts'
import type { Place } from '../../../../shared/places/place.ts'
import { msg, t } from '../../../../shared/translate.ts'
import { alreadyHere, type EntryKind, versionOf } from '../entry-kind.ts'
import { freeSlug, twinOf } from '../steps.ts'
import * as queries from './queries.ts'

export const placeKind: EntryKind<Place> = {
  target: 'place',
  actions: 'place',
  read: queries.readPlaces,
  nextIds: queries.nextPlaceIds,
  store: queries.storePlaces,
  remove: queries.deletePlaces,
  linkOf: ({ source }) => ({ table: source.level, column: 'merged_into' }),
  refOf: ({ id, level }) => ({ level, id }),
  copy: (place, to, places) => {
    const copied = { ...place, ...to }
    return place.level === 'state' ? { ...copied, slug: freeSlug(places, copied, 'place') } : copied
  },
  requireRules,
  versionOf: ({ name, moreNames, latitude, longitude, retired, parent }) =>
    versionOf([name, moreNames, latitude, longitude, retired, parent]),
  sentences: {
    name: 'place',
    changedMeanwhile: msg(
      'Someone else has changed the places in the meantime. Please open them in another tab, and make your change there.',
    ),
    cannotUndo: msg('The places have changed since then, so this can no longer be undone.'),
    inUse: msg('Ads are in it by now, or something else uses it. Retire it instead.'),
  },
}

/** Throws for a place that is new, or has another name, if there is one of that name beside it. The data has a few such pairs. */
function requireRules(place: Place, places: readonly Place[], before: Place | undefined) {
  if (place.parent !== null && !places.some(({ id }) => id === place.parent))
    throw new AppError('conflict', t('The place that it belongs to no longer exists.'))
  if (before?.name === place.name && before.parent === place.parent) return
  const twin = twinOf(place, places)
  if (!twin) return
  throw invalidFields({ name: alreadyHere(twin) })
}
