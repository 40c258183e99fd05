import { XMLValidator } from 'fast-xml-parser'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalogPlaces } from '../../../../test/support/data/catalog-files.ts'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import { darkColors, lightColors } from '../../../shared/colors.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { CatalogPlaces } from '../catalog/service.ts'
import { drawTownMap } from './draw-town-map.ts'
import { regionsAround } from './regions.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})

const places = catalogPlaces()
const palette = { light: lightColors, dark: darkColors }
const stateNamed = (name: string) => places.states.find((state) => state.name === name)
const townNamed = (name: string, state: string) => {
  const town = places.cities.find((city) => city.name === name && city.state_id === stateNamed(state)?.id)
  if (!town) throw new Error(`No ${name}, ${state}`)
  return town
}
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)

const findRegionOf = (state: CatalogPlaces['states'][number]) => regionsAround(state, places.countries).home

describe('the drawing', () => {
  test('names the town and large towns nearby, in both color schemes', () => {
    const svg = drawTownMap(townNamed('Austin', 'Texas'), places, palette)
    expect(XMLValidator.validate(svg)).toBe(true)
    expect(textsOf(svg)[0]).toBe('Austin')
    expect(textsOf(svg)).toContain('Houston')
    expect(textsOf(svg).length).toBeLessThanOrEqual(6)
    expect(svg).toContain('prefers-color-scheme:dark')
    expect(svg).not.toMatch(/href|url\(|<script|https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
  })

  test('knows the outline of every state and province that has towns', () => {
    const withTowns = places.states.filter(({ id }) => places.cities.some(({ state_id }) => state_id === id))
    expect(withTowns.length).toBeGreaterThan(60)
    const unknown = withTowns.filter((state) => findRegionOf(state) === null)
    expect(unknown.map(({ name }) => name)).toEqual([])
    const regions = withTowns.map(findRegionOf)
    const shared = withTowns.filter((_, at) => regions.indexOf(regions[at] ?? null) !== at)
    expect(
      shared.map(({ name }) => name),
      'each has its own',
    ).toEqual([])
  })

  test.each([
    ['Anchorage', 'Alaska'],
    ['Honolulu', 'Hawaii'],
    ['Providence', 'Rhode Island'],
    ['Whitehorse', 'Yukon'],
    ["St. John's", 'Newfoundland and Labrador'],
  ])('of %s has land of its state, and is small', (name, state) => {
    const svg = drawTownMap(townNamed(name, state), places, palette)
    expect(XMLValidator.validate(svg)).toBe(true)
    expect(svg).toMatch(/<path class="state" d="M[^"]{20,}"/)
    expect(svg.length).toBeLessThan(12_000)
  })

  test('of a town on another continent has the outline of its country', () => {
    const france = { id: 901, code: 'FR', name: 'France', other_names: [] }
    const region = { id: 902, country_id: 901, name: 'Auvergne-Rhône-Alpes', other_names: [] }
    const lyon = {
      id: 903,
      state_id: 902,
      name: 'Lyon',
      latitude: 45.75,
      longitude: 4.85,
      population: 522_250,
    }
    const grenoble = {
      ...lyon,
      id: 904,
      name: 'Grenoble',
      latitude: 45.17,
      longitude: 5.72,
      population: 158_552,
    }
    const cities = [lyon, grenoble].map((city) => ({ ...city, other_names: [] }))
    const french = { countries: [france], states: [region], cities }
    expect(regionsAround(region, french.countries).home).toMatchObject({ kind: 'country', name: 'FR' })
    const [town] = cities
    const svg = town ? drawTownMap(town, french, palette) : ''
    expect(XMLValidator.validate(svg)).toBe(true)
    expect(svg).toMatch(/<path class="state" d="M[^"]{20,}"/)
    expect(svg.match(/class="neighbor"/g)?.length).toBeGreaterThan(2)
    expect(textsOf(svg)).toEqual(['Lyon', 'Grenoble'])
    expect(svg.length).toBeLessThan(12_000)
  })
})

describe('GET', () => {
  const get = (url: string, headers: Record<string, string> = {}) => site.app.http.inject({ url, headers })
  const austin = publicPaths.townMap({ country: 'United States', state: 'Texas', city: 'Austin' })

  test('returns a picture that a browser can keep', async () => {
    const { statusCode, headers, payload } = await get(austin)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(headers['cache-control']).toBe('public, max-age=86400')
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'; style-src 'unsafe-inline'")
    expect(textsOf(payload)).toContain('Austin')
    const again = await get(austin, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })

  test('is the same for every venue: the outlines show no place within a town', async () => {
    const { payload } = await get(austin)
    for (const at of ['30.300,-97.700', '"><script>'])
      expect((await get(`${austin}?at=${encodeURIComponent(at)}`)).payload, at).toBe(payload)
  })

  test('takes names with spaces, accents, and apostrophes', async () => {
    for (const place of [
      { country: 'Canada', state: 'Quebec', city: 'Montréal' },
      { country: 'Canada', state: 'Newfoundland and Labrador', city: "St. John's" },
    ]) {
      expect((await get(publicPaths.townMap(place))).statusCode, place.city).toBe(200)
    }
  })

  test.each([
    '/town-maps/Canada/Texas/Austin.svg',
    '/town-maps/United%20States/Texas/Atlantis.svg',
    '/town-maps/United%20States/Texas/%3Cscript%3E.svg',
    '/town-maps/United%20States/Texas/.svg',
    '/town-maps/a/b/%00.svg',
    `/town-maps/a/b/${'c'.repeat(5_000)}.svg`,
  ])('returns 404 for %.60s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })
})
