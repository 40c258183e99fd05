import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/support/site/app.ts'
import type { Category, Location } from '../../../shared/contract/catalog.ts'
import type { ErrorReply } from '../../../shared/errors.ts'
import { homeCategories, homeStates } from '../../../shared/settings/default-values.ts'

let site: TestApp
let categories: Category[]
let locations: Location[]
beforeAll(async () => {
  site = await createTestApp()
  categories = (await site.get<Category[]>('/categories')).body
  locations = (await site.get<Location[]>('/locations')).body
})

describe('categories', () => {
  test('include the seven of the home page with their exact names', () => {
    expect(categories.map(({ name }) => name)).toEqual(expect.arrayContaining([...homeCategories]))
  })

  test('are found by id, slug, and name, with their subcategories', async () => {
    for (const category of categories) {
      const name = encodeURIComponent(category.name)
      for (const path of [
        `/category/${category._id}`,
        `/category/${category.slug}`,
        `/singlecategory?category=${name}`,
        `/singlecategory?category=${name.toUpperCase().replace(/%26/g, '%26')}`,
      ]) {
        const { status, body } = await site.get(path)
        expect(status, path).toBe(200)
        expect(body).toEqual(category)
      }
    }
  })

  test.each(['/category/no-such-category', '/category/2147483647', '/singlecategory?category=Nothing'])(
    'returns 404 for %s',
    async (path) => {
      const { status, body } = await site.get<ErrorReply>(path)
      expect(status).toBe(404)
      expect(body).toEqual({ code: 'not_found', message: expect.stringContaining('category') })
    },
  )

  test('do not share ids with places', async () => {
    const known = new Set(categories.map(({ _id }) => _id))
    const foreign = locations.flatMap(({ state }) => state.map(({ _id }) => _id)).find((id) => !known.has(id))
    expect((await site.get(`/category/${foreign}`)).status).toBe(404)
  })

  test('require exactly one name', async () => {
    for (const query of ['', '?category=a&category=b', '?category=%00']) {
      const { status, body } = await site.get<ErrorReply>(`/singlecategory${query}`)
      expect(status).toBe(400)
      expect(Object.keys(body.fields ?? {})).toEqual(['category'])
    }
    expect([400, 404]).toContain((await site.get('/singlecategory?category=')).status)
  })
})

describe('locations', () => {
  test('start with the United States, then Canada', () => {
    expect(locations.map(({ name }) => name)).toEqual(['United States', 'Canada'])
  })

  test('are found by id and slug', async () => {
    for (const location of locations) {
      expect((await site.get(`/location/${location._id}`)).body).toEqual(location)
      expect((await site.get(`/location/${location.slug}`)).body).toEqual(location)
    }
  })

  test('include the six states of the home page', () => {
    const names = locations[0]?.state.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...homeStates]))
  })

  test('have states in alphabetical order', () => {
    for (const { state } of locations) {
      const names = state.map(({ name }) => name)
      expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
    }
  })

  test.each(['/location/atlantis', '/location/2147483647', '/location/texas'])(
    'returns 404 for %s',
    async (path) => {
      const { status, body } = await site.get<ErrorReply>(path)
      expect(status).toBe(404)
      expect(body).toEqual({ code: 'not_found', message: expect.stringContaining('location') })
    },
  )
})

describe.each(['/categories', '/category/pet-services', '/locations', '/location/united-states'])(
  '%s',
  (path) => {
    const request = (headers: Record<string, string> = {}) =>
      site.app.http.inject({ url: `/api${path}`, headers })

    test('has an ETag, and returns 304 for it', async () => {
      const first = await request()
      const etag = String(first.headers.etag)
      expect(etag).toMatch(/^(W\/)?".+"$/)
      const cached = await request({ 'if-none-match': etag })
      expect(cached.statusCode).toBe(304)
      expect(cached.body).toBe('')
      expect(cached.headers.etag).toBe(etag)
      expect((await request({ 'if-none-match': 'W/"another"' })).statusCode).toBe(200)
    })

    test('has the same ETag when compressed', async () => {
      const [plain, compressed] = [await request(), await request({ 'accept-encoding': 'gzip, br' })]
      expect(compressed.headers.etag).toBe(plain.headers.etag)
    })
  },
)
