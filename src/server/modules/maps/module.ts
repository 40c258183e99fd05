/**
 * `GET /town-maps/{country}/{state}/{city}.svg`: the picture on the page of a listing that shows where its town is. And the street map of
 * an operator, if there is one.
 */
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../../shared/errors.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { CurrentSettings, SiteSettings } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import type { Config } from '../../config/environment.ts'
import { etagOf, isNotModified } from '../../platform/http/etag.ts'
import { sandboxPolicy } from '../../platform/http/security-headers.ts'
import type { Module } from '../../platform/module.ts'
import type { Catalog } from '../catalog/service.ts'
import { lookOf } from '../look/service.ts'
import { drawTownMap } from './draw-town-map.ts'
import { hasStreetMap, mountStreetMap } from './street-map.ts'

/** A map has about 6,000 characters, and there are 3,400 towns. */
const maxCachedCharacters = 6_000_000
/** Maps change with the places and the colors of the site. */
const cacheControl = 'public, max-age=86400'

type Params = { country: string; state: string; city: string }

type Options = { config: Pick<Config, 'dataDir'>; catalog: Catalog; settings: CurrentSettings }

export const mapsModule = (options: Options) => {
  const { dataDir } = options.config
  const hasStreets = hasStreetMap(dataDir)
  return {
    async mount(app) {
      mountTownMaps(app, options)
      if (hasStreets) await mountStreetMap(app, dataDir)
    },
    /** Returns the address of the style of maps with streets; empty if there is none. */
    styleUrl: ({ mapStyleUrl }: SiteSettings): string =>
      mapStyleUrl || (hasStreets ? publicPaths.streetMapStyle() : ''),
  } satisfies Module & { styleUrl: unknown }
}

function mountTownMaps(app: FastifyInstance, { catalog, settings }: Options) {
  const maps = new LRUCache<string, string>({
    maxSize: maxCachedCharacters,
    sizeCalculation: (svg) => svg.length,
  })
  let drawn = catalog.places()

  app.get<{ Params: Params }>('/town-maps/:country/:state/:city.svg', (request, reply) => {
    const { city: ids } = catalog.idsOf(request.params)
    const places = catalog.places()
    const town = places.cities.find(({ id }) => id === ids?.[0])
    if (!town) throw new AppError('not_found', t('There is no such town.'))
    if (places !== drawn) maps.clear()
    drawn = places
    const palette = mapPalette(settings())
    const key = `${town.id} ${palette.light.accent} ${palette.light.surface} ${palette.dark.accent}`
    const svg = maps.get(key) ?? drawTownMap(town, places, palette)
    maps.set(key, svg)
    reply.header('cache-control', cacheControl)
    reply.header('content-security-policy', `${sandboxPolicy}; style-src 'unsafe-inline'`)
    if (isNotModified(request, reply, etagOf(svg))) return reply.send()
    return reply.type('image/svg+xml').send(svg)
  })
}

/** Pages of one color scheme have maps of it. */
function mapPalette(settings: SiteSettings) {
  const { light, dark } = lookOf(settings).palette
  const { colorScheme } = settings
  return { light: colorScheme === 'dark' ? dark : light, dark: colorScheme === 'light' ? light : dark }
}
