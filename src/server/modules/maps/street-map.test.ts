import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStreetMap } from '../../../../test/support/data/street-map.ts'
import { publicPaths } from '../../../shared/paths.ts'
import { hasStreetMap, mountStreetMap } from './street-map.ts'

const map = createStreetMap()
const app = fastify()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corkboard-map-'))
  await writeFile(join(folder, 'map.pmtiles'), map)
  await writeFile(join(folder, 'secret'), 'not for visitors')
  await mountStreetMap(app, folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const tiles = (range?: string) =>
  app.inject({ url: publicPaths.streetMapTiles(), headers: range === undefined ? {} : { range } })

test('a folder has a street map if the file is in it', () => {
  expect(hasStreetMap(folder)).toBe(true)
  expect(hasStreetMap(tmpdir())).toBe(false)
})

test('sends a part of the file', async () => {
  const { statusCode, rawPayload, headers } = await tiles('bytes=0-126')
  expect(statusCode).toBe(206)
  expect(rawPayload).toEqual(map.subarray(0, 127))
  expect(headers['content-range']).toBe(`bytes 0-126/${map.length}`)
  expect((await tiles(`bytes=${map.length}-${map.length + 9}`)).statusCode).toBe(416)
})

test.each([undefined, 'bytes=0-', 'bytes=-5', 'bytes=0-4194304', 'bytes=0-1,5-9', 'lines=0-9'])(
  'refuses %s, which can be all of the file',
  async (range) => {
    const { statusCode, payload } = await tiles(range)
    expect(statusCode).toBe(400)
    expect(payload).toContain('four megabytes at most')
  },
)

test('sends no more than a part to a browser that has parts of an earlier file', async () => {
  const { statusCode, rawPayload } = await app.inject({
    url: publicPaths.streetMapTiles(),
    headers: { range: 'bytes=0-9', 'if-range': '"an earlier file"' },
  })
  expect([statusCode, rawPayload.length]).toEqual([206, 10])
})

test('no other file of the folder has an address', async () => {
  for (const url of ['/street-map/secret', '/street-map/../secret', '/street-map/%2e%2e/secret', '/secret'])
    expect((await app.inject({ url })).statusCode).toBe(404)
})

describe.each(['light', 'dark'])('the style in %s', (scheme) => {
  test('is valid, and names nothing outside of the site', async () => {
    const response = await app.inject({ url: `${publicPaths.streetMapStyle()}?scheme=${scheme}` })
    const style = response.json()
    expect(validateStyleMin(style)).toEqual([])
    expect(style.layers.length).toBeGreaterThan(30)
    expect(style).not.toHaveProperty('glyphs')
    expect(JSON.stringify(style.sources.streets.url)).not.toContain('http')
  })
})
