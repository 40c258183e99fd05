/** `GET /town-maps/{country}/{state}/{city}.svg`: the picture on the page of a listing that shows where its town is. */
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../../shared/errors.ts'
import { etagOf, isNotModified } from '../../platform/http/etag.ts'
import { sandboxPolicy } from '../../platform/http/security-headers.ts'
import type { Catalog, CatalogPlaces } from '../catalog/service.ts'
import { drawTownMap, type Point } from './draw-town-map.ts'

/** A map has about 6,000 characters, and there are 3,400 towns. */
const maxCachedCharacters = 6_000_000
/** Maps change with a new version of the program only. */
const cacheControl = 'public, max-age=604800'

type Params = { country: string; state: string; city: string }
type Query = { at?: unknown }

/** A venue is not farther from its town, in degrees; other points are not drawn. */
const maxDistance = 0.5

export function mountTownMaps(app: FastifyInstance, catalog: Catalog) {
  const maps = new LRUCache<number, string>({
    maxSize: maxCachedCharacters,
    sizeCalculation: (svg) => svg.length,
  })

  app.get<{ Params: Params; Querystring: Query }>(
    '/town-maps/:country/:state/:city.svg',
    (request, reply) => {
      const { city: ids } = catalog.idsOf(request.params)
      const places = catalog.places()
      const town = places.cities.find(({ id }) => id === ids?.[0])
      if (!town) throw new AppError('not_found', 'There is no such town.')
      const point = parsePoint(request.query.at)
      const svg = point && isNear(point, town) ? drawTownMap(town, places, point) : getMap(town, places)
      reply.header('cache-control', cacheControl)
      reply.header('content-security-policy', `${sandboxPolicy}; style-src 'unsafe-inline'`)
      if (isNotModified(request, reply, etagOf(svg))) return reply.send()
      return reply.type('image/svg+xml').send(svg)
    },
  )

  /** Maps with a venue are not kept: there can be any number of them. */
  function getMap(town: Place, places: CatalogPlaces): string {
    const svg = maps.get(town.id) ?? drawTownMap(town, places)
    maps.set(town.id, svg)
    return svg
  }
}

type Place = CatalogPlaces['cities'][number]

/** Parses `30.267,-97.743`. Returns null for anything else. */
function parsePoint(text: unknown): Point | null {
  const [, latitude, longitude] = /^(-?\d{1,2}\.\d{3}),(-?\d{1,3}\.\d{3})$/.exec(String(text)) ?? []
  return latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null
}

const isNear = (point: Point, town: Place) =>
  Math.abs(point.latitude - town.latitude) <= maxDistance &&
  Math.abs(point.longitude - town.longitude) <= maxDistance
