/**
 * The visitor's place: the form that puts it into a cookie, and the redirects of lists to it. Pages are rendered without the cookie, so
 * that they can be shared.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fields } from '../../../shared/contract/endpoint.ts'
import { circleAround, defaultDistance, distanceUnitIn } from '../../../shared/distance.ts'
import { maxNameLength, maxSearchTextLength } from '../../../shared/limits.ts'
import { anywhere, distances } from '../../../shared/list-filters.ts'
import { offeredKinds } from '../../../shared/offered-kinds.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { safeRedirectPath } from '../../../shared/safe-redirect.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import {
  formatVisitorPlace,
  listPages,
  placeCookie,
  placedPath,
  readVisitorPlace,
  splitPath,
  type VisitorPlace,
  withNear,
} from '../../../shared/visitor-place.ts'
import { acceptForms } from '../../platform/http/form-bodies.ts'
import type { Catalog } from '../catalog/service.ts'
import { isSearchUnavailable, type SearchService } from '../search/service.ts'

type Options = {
  catalog: Pick<Catalog, 'findTown' | 'offersWithin'>
  search: Pick<SearchService, 'namesPlace'>
  settings: CurrentSettings
  publicUrl: string
}

const maxFormBytes = 4096
/** Browsers keep cookies for 400 days at most. */
const cookieDays = 365

/** Returns the path to redirect a page to; null if it is shown as requested. */
export type PathFor = (request: FastifyRequest, reply: FastifyReply) => Promise<string | null>

export function createPlacedPaths({ catalog, search, publicUrl }: Options): PathFor {
  return async (request, reply) => {
    const { url = '/' } = request.raw
    const place = readVisitorPlace(request.headers.cookie)
    const path = placedPath(url, place)
    if (path === null || !place) return path
    // A place in the text is meant, and an emptied field as well.
    if (!splitPath(url).query.has('near') && (await textNamesPlace(search, url))) return null
    // Since it was chosen, the town may have another name, or be part of another one.
    const current = await findPlace(catalog, place.town, place.within)
    if (current) return placedPath(url, current)
    // The site has given it up.
    reply.header('set-cookie', cookieOf(null, publicUrl))
    return null
  }
}

/** Returns whether the text of a search does, of which the page uses as much. The page itself says that searching is not possible. */
async function textNamesPlace(search: Options['search'], path: string): Promise<boolean> {
  const text = splitPath(path).query.get('searchtext')?.trim().slice(0, maxSearchTextLength) ?? ''
  if (text === '') return false
  return search.namesPlace(text).catch((error: unknown) => {
    if (isSearchUnavailable(error)) return false
    throw error
  })
}

/** Returns a town as visitors choose it; null if the site does not know it, or offers nothing there. */
async function findPlace(
  catalog: Options['catalog'],
  text: string,
  within: VisitorPlace['within'],
): Promise<VisitorPlace | null> {
  const town = text.length > maxNameLength ? null : await catalog.findTown(text)
  if (!town || !catalog.offersWithin(circleAround(town, within).circle)) return null
  return { town: town.name, within, unit: distanceUnitIn(town.country, 'country') }
}

/** The town is all that is kept of a position or a postal code. */
export function mountPlaceForm(app: FastifyInstance, { catalog, search, settings, publicUrl }: Options) {
  // In a separate scope, so that no other route accepts form bodies.
  void app.register(async (scope) => {
    acceptForms(scope, maxFormBytes)
    scope.post(publicPaths.visitorPlace(), async (request: FastifyRequest<{ Body?: Fields }>, reply) => {
      const { near = '', within, to, action } = request.body ?? {}
      const lead = (path: string) =>
        reply.header('cache-control', 'private, no-store').redirect(publicUrl + path, 303)
      const back = withoutPlace(safeRedirectPath(to))
      if (action === 'forget') {
        reply.header('set-cookie', cookieOf(null, publicUrl))
        return lead(back)
      }
      const distance = distances.find((each) => String(each) === within) ?? defaultDistance
      const place = await findPlace(catalog, near, distance)
      if (!place) return lead(unknownPlacePath(near, settings))
      reply.header('set-cookie', cookieOf(place, publicUrl))
      const staysThere = await textNamesPlace(search, back)
      return lead((staysThere ? null : placedPath(back, place)) ?? back)
    })
  })
}

/** Returns the path of the list that says that a place is not known, with a field to correct it. */
function unknownPlacePath(near: string, settings: CurrentSettings): string {
  const [kind = 'service'] = offeredKinds(settings())
  return publicPaths.listings(kind, { near: near.trim() || anywhere })
}

/** A list begins with its first page at another place. */
function withoutPlace(path: string): string {
  const { pathname, query } = splitPath(path)
  if (!listPages.test(pathname)) return path
  query.delete('page')
  return withNear(`${pathname}?${query}`, {})
}

/** Scripts read the cookie, too. */
function cookieOf(place: VisitorPlace | null, publicUrl: string): string {
  const value = place ? formatVisitorPlace(place) : ''
  const age = place ? cookieDays * 86_400 : 0
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${placeCookie}=${value}; Max-Age=${age}; Path=/; SameSite=Lax${secure}`
}
