/**
 * A street map that the site serves itself: `map.pmtiles` in the data folder, in the schema of Protomaps, and a style for it. Pages use it
 * like the style of an operator.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { layers, namedFlavor } from '@protomaps/basemaps'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { languagePart, readerLanguage } from '../../../shared/language.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { t } from '../../../shared/translate.ts'
import { makeFree } from '../../platform/http/request-limits.ts'

const fileName = 'map.pmtiles'

/** Returns whether the operator has put a street map into the data folder. */
export const hasStreetMap = (dataDir: string): boolean => existsSync(join(dataDir, fileName))

export async function mountStreetMap(app: FastifyInstance, dataDir: string): Promise<void> {
  await app.register(async (files) => {
    makeFree(files)
    // Serves no file but the one that is named below.
    await files.register(fastifyStatic, { root: dataDir, serve: false, cacheControl: false })
    files.get<{ Querystring: { scheme?: string } }>(publicPaths.streetMapStyle(), (request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .send(styleOf(request.query.scheme === 'dark' ? 'dark' : 'light')),
    )
    files.get(publicPaths.streetMapTiles(), (request, reply) => {
      if (!isPart(request.headers.range))
        throw new AppError('invalid', t('Please request a part of the map, of four megabytes at most.'))
      // With that of an earlier file, the reply would be the whole one.
      delete request.raw.headers['if-range']
      return reply.header('cache-control', 'public, max-age=86400').sendFile(fileName)
    })
  })
}

/** More than any tile or directory has. The whole file can have gigabytes. */
const maxPartBytes = 4 * 1024 * 1024

function isPart(range = ''): boolean {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range) ?? []
  return from !== undefined && Number(to) - Number(from) < maxPartBytes
}

/** These need a file of icons, which the style does not have. */
const withIcons = ['roads_oneway', 'roads_shields', 'pois']

/** Returns a MapLibre style with names in the reader's language, which its address says. Its letters are drawn with the fonts of the device. */
function styleOf(scheme: 'light' | 'dark') {
  const shown = layers('streets', namedFlavor(scheme), {
    lang: languagePart(readerLanguage()),
  }).filter(({ id }) => !withIcons.includes(id))
  return {
    version: 8,
    sources: {
      streets: {
        type: 'vector',
        url: `pmtiles://${publicPaths.streetMapTiles()}`,
        attribution: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>',
      },
    },
    layers: shown.map((layer) =>
      layer.type === 'symbol'
        ? {
            ...layer,
            layout: { ...layer.layout, 'icon-image': undefined, 'text-font': ['system-ui', 'sans-serif'] },
          }
        : layer,
    ),
  }
}
