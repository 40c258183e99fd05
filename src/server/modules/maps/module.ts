/** `GET /town-maps/{country}/{state}/{city}.svg`: the picture on the page of a listing that shows where its town is. */
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../../shared/errors.ts'
import { etagOf, isNotModified } from '../../platform/http/etag.ts'
import { sandboxPolicy } from '../../platform/http/security-headers.ts'
import type { Module } from '../../platform/module.ts'
import type { Catalog } from '../catalog/service.ts'
import { drawTownMap } from './draw-town-map.ts'

/** A map has about 6,000 characters, and there are 3,400 towns. */
const maxCachedCharacters = 6_000_000
/** Maps change with a new version of the program only. */
const cacheControl = 'public, max-age=604800'

type Params = { country: string; state: string; city: string }

export const mapsModule = ({ catalog }: { catalog: Catalog }) =>
  ({ mount: (app) => mountTownMaps(app, catalog) }) satisfies Module

function mountTownMaps(app: FastifyInstance, catalog: Catalog) {
  const maps = new LRUCache<number, string>({
    maxSize: maxCachedCharacters,
    sizeCalculation: (svg) => svg.length,
  })

  app.get<{ Params: Params }>('/town-maps/:country/:state/:city.svg', (request, reply) => {
    const { city: ids } = catalog.idsOf(request.params)
    const places = catalog.places()
    const town = places.cities.find(({ id }) => id === ids?.[0])
    if (!town) throw new AppError('not_found', 'There is no such town.')
    const svg = maps.get(town.id) ?? drawTownMap(town, places)
    maps.set(town.id, svg)
    reply.header('cache-control', cacheControl)
    reply.header('content-security-policy', `${sandboxPolicy}; style-src 'unsafe-inline'`)
    if (isNotModified(request, reply, etagOf(svg))) return reply.send()
    return reply.type('image/svg+xml').send(svg)
  })
}
